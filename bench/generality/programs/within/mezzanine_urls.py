"""Addresses of a journal of Mezzanine, as its template of a project has them."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

urlpatterns = [
    path("admin/", include(admin.site.urls)),
    path("", TemplateView.as_view(template_name="index.html"), name="home"),
    path("", include("mezzanine.urls")),
]
handler404 = "mezzanine.core.views.page_not_found"
handler500 = "mezzanine.core.views.server_error"
