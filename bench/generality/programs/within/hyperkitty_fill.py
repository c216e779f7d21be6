"""Fills an archive of HyperKitty with mails, by JSON, in the order they were sent."""

import json
import sys
from email import message_from_string
from email.message import EmailMessage
from email.policy import default

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from hyperkitty.lib.incoming import add_to_list  # noqa: E402

with transaction.atomic():
    for told in json.load(sys.stdin):
        mail = EmailMessage()
        for name, value in told["headers"].items():
            mail[name] = value
        mail.set_content(told["text"])
        add_to_list("changes@lists.example.com", message_from_string(mail.as_string(), policy=default), True)
call_command("rebuild_index", "--noinput", verbosity=0)
