export type ToastKind = 'success' | 'failure' | 'info';

const successMs = 1500;
const failureMs = 2000;
export const loginExpiredMs = 1000;

interface Toast {
  kind: ToastKind;
  message: string;
  durationMs: number;
  /** news: a newer one about the same takes its place, and its time begins again */
  about?: string | undefined;
}

/** What answers somebody's own doing, and what happens elsewhere and only wants to be known. */
type Place = 'answers' | 'news';
const hosts: Partial<Record<Place, HTMLElement>> = {};

/** Plain DOM, so that player pages have toasts without a component library; styled by toast.css of the shell. */
function hostElement(place: Place): HTMLElement {
  const known = hosts[place];
  if (known?.isConnected) return known;
  const host = document.createElement('div');
  host.className = 'toasts';
  host.dataset.place = place;
  host.setAttribute('role', 'status');
  host.setAttribute('aria-live', 'polite');
  document.body.append(host);
  hosts[place] = host;
  return host;
}

const endings = new WeakMap<Element, ReturnType<typeof setTimeout>>();

function show({ kind, message, durationMs, about }: Toast): void {
  if (!message) return;
  const parent = hostElement(about === undefined ? 'answers' : 'news');
  const shown = [...parent.children] as HTMLElement[];
  // The same message twice (two calls failing for one reason) is one toast.
  if (shown.some((one) => one.textContent === message)) return;
  const element =
    shown.find((one) => about !== undefined && one.dataset.about === about) ?? document.createElement('div');
  element.className = 'toast';
  element.dataset.kind = kind;
  if (about) element.dataset.about = about;
  element.textContent = message;
  parent.append(element);
  clearTimeout(endings.get(element));
  endings.set(
    element,
    setTimeout(() => element.remove(), durationMs),
  );
}

/** Messages arrive translated: `toast.success(t('kit:action.saved'))`. */
export const toast = {
  success: (message: string) => show({ kind: 'success', message, durationMs: successMs }),
  failure: (message: string) => show({ kind: 'failure', message, durationMs: failureMs }),
  info: (message: string, durationMs = successMs) => show({ kind: 'info', message, durationMs }),
  news: (about: string, message: string, durationMs: number) =>
    show({ kind: 'info', message, durationMs, about }),
};
