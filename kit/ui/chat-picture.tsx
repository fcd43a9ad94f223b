import { useEffect, useRef, useState } from 'react';
import classes from './chat-thread.module.css';
import { useText } from './i18n.ts';

/** A picture that only who is logged in may fetch: no address of it can be shown, so its bytes are. */
export function ChatPicture({ load }: { load: () => Promise<Blob> }) {
  const t = useText();
  const [address, setAddress] = useState<string>();
  const [failed, setFailed] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let gone = false;
    let made: string | undefined;
    latest
      .current()
      .then((file) => {
        if (gone) return;
        made = URL.createObjectURL(file);
        setAddress(made);
      })
      .catch(() => !gone && setFailed(true));
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, []);
  if (failed) return <span className={classes.aside}>{t('kit:chat.noPicture')}</span>;
  if (!address) return <span className={classes.pictureWait} aria-hidden="true" />;
  return (
    <>
      <button
        type="button"
        className={classes.picture}
        aria-label={t('kit:chat.enlarge')}
        onClick={() => dialog.current?.showModal()}
      >
        <img src={address} alt={t('kit:chat.picture')} />
      </button>
      <dialog ref={dialog} className={classes.large} aria-label={t('kit:chat.picture')}>
        <button type="button" aria-label={t('kit:action.close')} onClick={() => dialog.current?.close()}>
          <img src={address} alt={t('kit:chat.picture')} />
        </button>
      </dialog>
    </>
  );
}
