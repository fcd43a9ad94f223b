import { useState } from 'react';
import { type Confirmation, confirmTransfer } from '#features/money/payments/web/public.ts';
import { formatDate } from '#kit/kernel/time.ts';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Notice, type Tone } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { OwnClaim, PacketPage } from '../contract.ts';
import classes from './red-packet.module.css';

const sparks = Array.from({ length: 10 }, (_, place) => place);
const tones: Record<OwnClaim['state'], Tone> = {
  given: 'good',
  paying: 'plain',
  confirm: 'warn',
  paid: 'good',
  returned: 'bad',
};

/** What was inside, where it is now, and what is left to do. */
export function OpenedPacket(props: {
  packet: PacketPage;
  claim: OwnClaim;
  /** opened just now: it comes up, with sparks */
  fresh?: boolean;
}) {
  const { packet, fresh } = props;
  const t = useText();
  const { amount, unit, state, fieldName, createdAt, confirm } = props.claim;
  return (
    <div className={classes.stage}>
      <div className={classes.inside} data-fresh={fresh || undefined}>
        {fresh && (
          <span className={classes.sparks} aria-hidden="true">
            {sparks.map((place) => (
              <i key={place} />
            ))}
          </span>
        )}
        <span className={classes.insideFrom}>{packet.merchantName}</span>
        <span className={classes.insideName}>{packet.name}</span>
        <span className={classes.amount} role="status">
          {unit === 'coin' ? <Coins count={amount} big /> : <Money fen={amount} big />}
        </span>
        <span className={classes.when}>
          {[fieldName, formatDate(new Date(createdAt), 'Y-m-d H:M')].filter(Boolean).join(' · ')}
        </span>
      </div>
      <Notice tone={tones[state]}>
        {t(state === 'given' ? `redpackets:own.given.${unit}` : `redpackets:own.state.${state}`, {
          shop: fieldName,
        })}
      </Notice>
      {confirm ? (
        <TakeIt confirm={confirm} />
      ) : (
        <LinkButton kind="soft" to="/program">
          {t('redpackets:own.toShop')}
        </LinkButton>
      )}
    </div>
  );
}

/** WeChat asks the player on a page of its own before the money comes. */
function TakeIt({ confirm }: { confirm: Confirmation }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const take = async () => {
    setBusy(true);
    setElsewhere((await confirmTransfer(confirm)) === 'notHere');
    setBusy(false);
  };
  return (
    <>
      <Button busy={busy} onClick={() => void take()}>
        {t('redpackets:own.take')}
      </Button>
      {elsewhere && <Notice tone="warn">{t('redpackets:own.inWechat')}</Notice>}
    </>
  );
}
