"""The page of `svga preview` without a mouse, for screen readers, and at several sizes. For tools/drive-editor."""

import importlib.util
import json
import shutil
import tempfile
import time
from pathlib import Path

from editor_steps import GIFT, PANEL, SAMPLES
from person import Person, Preview

SIZES = ((360, 740), (1280, 800), (1920, 1080), (2560, 1440))
LANGUAGES = ("en-US", "zh-CN")
TABS = {"keys": "[data-test=key-row]", "layers": "[data-test=layer-row]", "edit": "[data-test=action-crop]", "check": "[data-test=check-status], [data-test=finding]",
        "send": "[data-test=start-export]"}
SETTLED = 1
VIOLATIONS = "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`))"
# Controls that a screen reader would call by no name, or only by an icon.
NAMELESS = """[...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, textarea, [role=slider], [tabindex="0"]')].filter((element) =>
    element.checkVisibility() && !element.closest('[aria-hidden=true], [inert]') && !(element.getAttribute('aria-label') || element.getAttribute('aria-labelledby')
    || element.labels?.length || element.textContent.trim() || element.title)).map((element) => element.outerHTML.slice(0, 160))"""
WIDER = "document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} points wide`] : []"


def axe():
    """The script of axe-core, or None if Python's package axe-core-python is not installed."""
    found = importlib.util.find_spec("axe_core_python")
    return (Path(found.origin).parent / "axe.min.js").read_text() if found else None


def make_folder(folder):
    shutil.copy(GIFT, folder / "gift.svga")
    for name in ("badge", "mattes", "clips"):
        shutil.copy(SAMPLES / f"features/{name}.svga", folder / f"{name}.svga")


def activate(person, selector):
    """Clicks without a mouse: on a narrow screen the element may be under another one."""
    person.value(f"document.querySelector('{selector}').click()")


def views(person, address):
    """Goes through all views and panels, and yields the name of each."""
    person.open(address)
    person.see("[data-test=card] img")
    time.sleep(SETTLED)
    yield "gallery"
    activate(person, "[data-test=card-select]")
    person.see("[data-test=batch-optimize]")
    yield "selection"
    activate(person, "[data-test=batch-optimize]")
    person.see("[data-test=batch-start]")
    yield "batch-form"
    activate(person, "[data-test=batch-start]")
    person.see("[data-test=batch-download]")
    yield "batch"
    activate(person, "[data-test=batch-row] .batch-name")
    for tab, content in TABS.items():
        person.see(f"[data-test=tab-{tab}]")
        activate(person, f"[data-test=tab-{tab}]")
        person.see(content)
        time.sleep(SETTLED)
        yield tab
    yield from edit_views(person)


def edit_views(person):
    """A form with handles, and steps with their comparison."""
    activate(person, "[data-test=tab-edit]")
    activate(person, "[data-test=action-crop]")
    person.see("[data-test=area-right]")
    yield "edit-crop"
    person.value(f"{PANEL}.querySelector('[data-test=field-width]').value = '200'")
    activate(person, "[data-test=apply-step]")
    person.see("[data-test=edit-step]")
    person.wait("document.querySelector('.edit-table')")
    time.sleep(SETTLED)
    yield "edit-steps"
    activate(person, "[data-test=edit-copy]")
    person.see("[data-test=edit-command]")
    yield "edit-copy"
    activate(person, "[data-test=dialog] [aria-label]")


def look(svga, folder, sizes, languages, themes, out, script):
    """Yields the faults of each view. Writes a picture of each into `out`."""
    with Preview(svga, folder, "--write") as preview:
        for size in sizes:
            for language in languages:
                for is_dark in themes:
                    name = f"{size[0]}-{language[:2]}-{'dark' if is_dark else 'light'}"
                    with Person("chromium", size, language, is_dark) as person:
                        for view in views(person, preview.address):
                            if out:
                                person.picture(out / f"{name}-{view}.png")
                            if script:
                                person.page.send("Runtime.evaluate", expression=script)
                            checks = [*([VIOLATIONS] if script else []), NAMELESS, WIDER]
                            for fault in [fault for check in checks for fault in person.value(check)]:
                                yield f"{name} {view}: {fault}"
                        for fault in person.faults():
                            yield f"{name}: an error of a script: {fault}"


def drive_access(svga, out, sizes=SIZES, languages=LANGUAGES, themes=(False, True)):
    script = axe()
    with tempfile.TemporaryDirectory() as root:
        make_folder(Path(root))
        if out:
            out.mkdir(parents=True, exist_ok=True)
        faults = list(dict.fromkeys(look(svga, root, sizes, languages, themes, out, script)))
    print(f"  {len(sizes)} widths, {len(languages)} languages, {len(themes)} themes, with{'' if script else 'out'} axe: {len(faults)} faults")
    return faults


# The keyboard


def tab_to(person, condition, *modifiers, limit=250):
    """Presses Tab until the focused element has what is asked for. `condition` is JavaScript about `element`; with Shift, Tab goes back.

    Behind the last element, Tab would go to the browser's own controls. Firefox without a window then ignores Enter in the page.
    """
    for _ in range(limit):
        if person.value(f"((element) => Boolean(element && ({condition})))(document.activeElement)"):
            return
        person.press("Tab", *modifiers)
    raise AssertionError(f"the keyboard does not reach {condition}")


def to(person, name, *modifiers):
    tab_to(person, f"element.dataset.test === {json.dumps(name)}", *modifiers)


def drive_keyboard(name, svga):
    """The whole way without a mouse: open, add steps, change one, undo, save. Returns the faults."""
    with tempfile.TemporaryDirectory() as root, Person(name) as person:
        make_folder(Path(root))
        try:
            with Preview(svga, root) as preview:
                person.open(preview.address)
                person.see("[data-test=card]")
                tab_to(person, "element.classList.contains('card-link')")
                person.press("Enter")
                person.see("[data-test=tab-keys]")
                tab_to(person, "element.getAttribute('role') === 'tab'")
                for _ in range(10):
                    if person.value("document.activeElement.dataset.test === 'tab-edit'"):
                        break
                    person.press("ArrowRight")
                person.press("Enter")
                to(person, "action-crop")
                person.press("Enter")
                person.see("[data-test=area-right]")
                to(person, "area-right", "Shift")
                person.press("ArrowLeft", "Shift")
                to(person, "apply-step")
                person.press("Enter")
                person.wait("document.querySelectorAll('[data-test=edit-step]').length === 1 && !document.querySelector('.edit-status .spinner')")
                to(person, "action-rate", "Shift")
                person.press("Enter")
                person.see("[data-test=field-rate]")
                person.press("a", "Control")
                person.type("20")
                person.press("Enter")
                person.wait("document.querySelectorAll('[data-test=edit-step]').length === 2 && !document.querySelector('.edit-status .spinner')")
                tab_to(person, "element.dataset.focus === 'open-1'", "Shift")
                person.press("ArrowUp", "Alt")
                person.wait("document.querySelector('.edit-step-text').textContent.includes('20')")
                person.press("z", "Control")
                person.wait("!document.querySelector('.edit-step-text').textContent.includes('20')")
                person.press("z", "Control", "Shift")
                person.wait("document.querySelector('.edit-step-text').textContent.includes('20') && !document.querySelector('.edit-status .spinner')")
                to(person, "edit-save", "Shift")
                person.press("Enter")
                person.see("[data-test=save-name]")
                person.press("Enter")
                opened = person.value("document.querySelector('.movie-stage').getAttribute('aria-label')")
                saved = person.downloaded(f"{Path(opened).stem}-edited.svga")
                print(f"  {name}, keyboard: {opened} opened, cropped, slowed, moved, undone, redone, and saved with {len(saved)} bytes")
        except AssertionError as fault:
            return [f"{name}: {fault}"]
    return []
