import { useState } from 'react';
import type { Self } from '#features/base/players/contract.ts';
import { CallError } from '#kit/contract/client.ts';
import { playerClient } from '#kit/player/client.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { failureMessage } from '#kit/ui/failure.ts';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract } from '../contract.ts';
import classes from './player-app.module.css';

async function upload(file: File): Promise<void> {
  const body = new FormData();
  body.append('file', file);
  const answer = await playerClient.request(playerAppContract.uploadOwnPhoto.path, { method: 'POST', body });
  if (answer.ok) return;
  const told = (await answer.json().catch(() => undefined)) as { msg?: string } | undefined;
  throw new CallError(told?.msg ?? '', answer.status);
}

/** The picture one is known by, and another one in its place. */
export function OwnPhoto({ self, onChanged }: { self: Self; onChanged: () => Promise<void> }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const name = self.playerName || t('playerapp:me.unnamed');
  const send = async (file: File | undefined) => {
    if (!file || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await upload(file);
      await onChanged();
    } catch (error) {
      setFailure(failureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.person}>
      {self.playerPhoto ? (
        <span className={classes.face}>
          <Picture src={self.playerPhoto} alt={name} shape="round" />
        </span>
      ) : (
        <span className={classes.initial} aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <div className={classes.shopWords}>
        <label className={classes.file} data-busy={busy || undefined}>
          {t(busy ? 'playerapp:photo.sending' : 'playerapp:photo.choose')}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={busy}
            onChange={(event) => void send(event.currentTarget.files?.[0])}
          />
        </label>
        <p className={classes.hint}>{t('playerapp:photo.hint')}</p>
        {failure && <Notice tone="bad">{failure}</Notice>}
      </div>
    </div>
  );
}
