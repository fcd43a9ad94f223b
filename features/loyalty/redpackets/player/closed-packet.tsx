import { useState } from 'react';
import { useSend } from '#kit/player/answers.ts';
import { Choices } from '#kit/player/choices.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type OwnClaim, type PacketPage, redpacketsContract } from '../contract.ts';
import { Envelope } from './envelope.tsx';
import classes from './red-packet.module.css';

interface ClosedPacketProps {
  packet: PacketPage;
  token: string;
  /** the shop whose code or page led here */
  fieldId: string | undefined;
  /** what was inside; undefined where it was refused */
  onTried: (claim: OwnClaim | undefined) => Promise<void>;
}

/** One tap on the seal: it turns while the server answers, and what is inside comes with the answer. */
export function ClosedPacket({ packet, token, fieldId, onTried }: ClosedPacketProps) {
  const t = useText();
  const { send, busy, refusal } = useSend(redpacketsContract.openPacket);
  const { fields, name, merchantName, target } = packet;
  const here =
    fields.find((field) => field.fieldId === fieldId) ?? (fields.length === 1 ? fields[0] : undefined);
  const [chosen, setChosen] = useState(here?.fieldId ?? fields[0]?.fieldId);
  const open = async () => {
    if (chosen) await onTried(await send({ token, fieldId: chosen }));
  };
  return (
    <div className={classes.stage}>
      <Envelope name={name} from={merchantName} opening={busy}>
        <button
          type="button"
          className={classes.sealButton}
          aria-busy={busy || undefined}
          disabled={busy}
          onClick={() => void open()}
        >
          {t('redpackets:own.open')}
        </button>
      </Envelope>
      <div className={classes.words} role="status">
        {refusal ? (
          <Notice tone="bad">{refusal}</Notice>
        ) : (
          <p className={classes.hint}>
            {t(`redpackets:own.into.${target}`, { shop: here?.fieldName ?? merchantName })}
          </p>
        )}
      </div>
      {!here && fields.length > 1 && (
        <Choices
          label={t('redpackets:own.chooseShop')}
          chosen={chosen}
          onChoose={setChosen}
          entries={fields.map((field) => ({ key: field.fieldId, title: field.fieldName }))}
        />
      )}
    </div>
  );
}
