import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { useDialogCloser } from '#kit/ui/navigation.ts';
import classes from './sheet.module.css';

/** Comes up from the lower edge over the page. The browser's own dialog: it holds the focus, and Escape closes it. */
export function Sheet(props: { open: boolean; title: string; onClose: () => void; children: ReactNode }) {
  const { open, onClose } = props;
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useDialogCloser(open, onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    element.showModal();
    return () => element.close();
  }, [open]);
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the darkness around it; keys have Escape
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={classes.inside}>
        <header className={classes.head}>
          <h2 id={id} className={classes.title}>
            {props.title}
          </h2>
          <button
            type="button"
            className={classes.close}
            aria-label={t('kit:action.close')}
            onClick={onClose}
          >
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
