"""Addresses of an archive of HyperKitty."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("django-mailman3/", include("django_mailman3.urls")),
    path("", include("hyperkitty.urls")),
]
