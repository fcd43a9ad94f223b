import { useState } from 'react';
import { useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { rewardsContract } from '../contract.ts';

/** The player's own link: by the phone's own sheet where there is one, else to be copied. */
export function ShareLink({ fieldId }: { fieldId: string }) {
  const t = useText();
  const { send, busy, refusal } = useSend(rewardsContract.shareShop);
  const [link, setLink] = useState<string>();
  const share = async () => {
    const answer = await send({ fieldId });
    if (!answer) return;
    const url = new URL(answer.path, location.origin).href;
    setLink(url);
    // who closes the sheet still has the link below
    if ('share' in navigator) await navigator.share({ url }).catch(() => undefined);
    else await (navigator as Navigator).clipboard?.writeText(url).catch(() => undefined);
  };
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button kind="soft" busy={busy} onClick={() => void share()}>
        {t('rewards:own.share')}
      </Button>
      {link && (
        <Field
          label={t('rewards:own.link')}
          hint={t('rewards:own.linkHint')}
          value={link}
          onChange={() => undefined}
        />
      )}
    </>
  );
}
