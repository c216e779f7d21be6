"""Small PDFs, written by hand."""

from collections.abc import Mapping, Sequence


def pdf(pages: Sequence[str], facts: Mapping[str, str] | None = None) -> bytes:
    """A page for each text, its lines one below the other; `facts` are what it says of itself."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(count))
    said = " ".join(f"/{name} ({value})" for name, value in (facts or {}).items())
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, text in enumerate(pages):
        lines = " ".join(f"({line}) Tj T*" for line in text.split("\n"))
        drawn = f"BT /F1 12 Tf 14 TL 72 720 Td {lines} ET"
        box = f"/MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R"
        objects.append(f"<< /Type /Page /Parent 2 0 R {box} >>")
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
    objects.append(f"<< {said} >>")
    whole, places = "%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(whole))
        whole += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"trailer << /Size {size} /Root 1 0 R /Info {size - 1} 0 R >>\nstartxref\n{len(whole)}\n%%EOF\n"
    return f"{whole}xref\n0 {size}\n0000000000 65535 f \n{table}{end}".encode("latin-1")
