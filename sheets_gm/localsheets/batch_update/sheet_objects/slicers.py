"""Requests about slicers. They are stored and returned; clients draw them. They filter nothing here."""

from __future__ import annotations

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.sheet_objects.charts import placed
from sheets_gm.localsheets.batch_update.targets import Body, mask_of, required
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.spreadsheet.model.document import Document

SLICERS, SLICER = "slicers", "slicerId"


def add_slicer(document: Document, body: Body, account: str) -> Body:
    """Handle `addSlicer`."""
    wanted = required(body, "slicer")
    sheet, overlay = placed(document, required(wanted, "position"), account)
    slicer = {**wanted, "position": {"overlayPosition": overlay}}
    slicer[SLICER] = objects.new_id(document, SLICERS, SLICER, wanted.get(SLICER), "Slicer")
    objects.add(document, sheet, SLICERS, slicer)
    return {"addSlicer": {"slicer": slicer}}


def update_slicer_spec(document: Document, body: Body, _account: str) -> Body:
    """`updateSlicerSpec`: the fields of the mask."""
    sheet, old = objects.find(document, SLICERS, SLICER, required(body, SLICER), "slicer")
    spec = field_masks.merge(mask_of(body, "SlicerSpec"), old.get("spec", {}), required(body, "spec"))
    objects.replace(document, sheet, SLICERS, old, {**old, "spec": spec})
    return {}
