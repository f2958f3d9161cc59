/** Types of elements and events that the page's modules share. */

/** `on…` for each event of an element. */
type Listeners<Kind> = {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?: ((event: HTMLElementEventMap[Name] & { currentTarget: Kind }) => unknown) | null;
};
type AttributeValue = string | number | boolean | null | undefined | Record<string, string | number> | ((event: never) => unknown);
/** What `h` of dom.js takes; the value of `style` is an object. */
type Attributes<Kind = HTMLElement> = Listeners<Kind> & { [name: string]: AttributeValue };
/** What `h` of dom.js takes as a child: false, null and undefined are left out. */
type Child = Node | string | number | null | undefined | false | readonly Child[];

/** An EventTarget whose events are known by name. */
interface TypedEvents<Events> extends Omit<EventTarget, "addEventListener" | "removeEventListener"> {
  addEventListener<Name extends keyof Events & string>(
    name: Name, listener: (event: Events[Name]) => void, options?: AddEventListenerOptions | boolean): void;
  removeEventListener<Name extends keyof Events & string>(
    name: Name, listener: (event: Events[Name]) => void, options?: EventListenerOptions | boolean): void;
}
/** EventTarget as the base class of a class with these events. */
type EventTargetOf<Events> = new () => TypedEvents<Events>;

/** What a view or a panel gives to whoever made it. */
interface Mounted {
  destroy(): void;
}

/** An event "error" with what was thrown. */
type ErrorEventOf = Event & { error: unknown };

interface Navigator {
  /** In GB; Chromium alone has it. */
  readonly deviceMemory?: number;
}
