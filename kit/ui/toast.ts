export type ToastKind = 'success' | 'failure' | 'info';

const successMs = 1500;
const failureMs = 2000;
export const loginExpiredMs = 1000;

interface Toast {
  kind: ToastKind;
  message: string;
  durationMs: number;
}

let host: HTMLElement | undefined;

/** Plain DOM, so that player pages have toasts without a component library; styled by toast.css of the shell. */
function hostElement(): HTMLElement {
  if (host?.isConnected) return host;
  host = document.createElement('div');
  host.className = 'toasts';
  host.setAttribute('role', 'status');
  host.setAttribute('aria-live', 'polite');
  document.body.append(host);
  return host;
}

function show({ kind, message, durationMs }: Toast): void {
  if (!message) return;
  const parent = hostElement();
  // The same message twice (two calls failing for one reason) is one toast.
  for (const shown of parent.children) if (shown.textContent === message) return;
  const element = document.createElement('div');
  element.className = 'toast';
  element.dataset.kind = kind;
  element.textContent = message;
  parent.append(element);
  setTimeout(() => element.remove(), durationMs);
}

/** Messages arrive translated: `toast.success(t('kit:action.saved'))`. */
export const toast = {
  success: (message: string) => show({ kind: 'success', message, durationMs: successMs }),
  failure: (message: string) => show({ kind: 'failure', message, durationMs: failureMs }),
  info: (message: string, durationMs = successMs) => show({ kind: 'info', message, durationMs }),
};
