"""Addresses of a forum of django-machina."""

from django.contrib import admin
from django.urls import include, path
from machina import urls

urlpatterns = [path("admin/", admin.site.urls), path("forum/", include(urls))]
