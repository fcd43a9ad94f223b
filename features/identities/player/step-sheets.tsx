import { useState } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Facts } from '#kit/player/card.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { forgetPlayer } from '#kit/player/session.ts';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { identitiesContract, type Preview } from '../contract.ts';

const { joinOwn, previewOwnJoin, previewOwnSplit, splitOwn } = identitiesContract;

/** What a step brings or gives back, merchant by merchant, shop by shop. */
function Values({ preview: { values, orders } }: { preview: Preview }) {
  const t = useText();
  const said = (unit: string, amount: number) =>
    unit === 'fen'
      ? `${t('kit:player.yuan')}${formatFen(amount)}`
      : t(`kit:pieces.${unit}`, { count: amount });
  return (
    <Facts
      facts={[
        { name: t('identities:step.orders'), value: orders },
        ...values.map(({ merchantName, fieldName, unit, amount, spent }) => ({
          name: [merchantName, fieldName, t(`identities:unit.${unit}`)].filter(Boolean).join(' · '),
          value:
            spent > 0
              ? t('identities:step.partly', { back: said(unit, amount), spent: said(unit, spent) })
              : said(unit, amount),
        })),
      ]}
    />
  );
}

function Step(props: {
  endpoint: AnyEndpoint;
  preview: Preview;
  input: object;
  hint: string;
  label: string;
  danger?: boolean;
  onDone: () => void;
  onKeep: () => void;
}) {
  const t = useText();
  const { preview, input, hint, label } = props;
  const { send, busy, refusal } = useSend(props.endpoint);
  const go = async () => {
    if (await send({ ...input, seen: preview.seen })) props.onDone();
  };
  return (
    <>
      <p>{hint}</p>
      <Values preview={preview} />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button {...(props.danger && { kind: 'danger' })} busy={busy} onClick={() => void go()}>
        {label}
      </Button>
      <Button kind="plain" onClick={props.onKeep}>
        {t('identities:step.keep')}
      </Button>
    </>
  );
}

export function JoinSheet(props: {
  playerId: string | undefined;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const t = useText();
  const { playerId, onClose } = props;
  return (
    <Sheet open={playerId !== undefined} title={t('identities:step.joinTitle')} onClose={onClose}>
      {playerId && <Join playerId={playerId} onDone={() => void props.onDone()} onKeep={onClose} />}
    </Sheet>
  );
}

function Join({ playerId, ...rest }: { playerId: string; onDone: () => void; onKeep: () => void }) {
  const t = useText();
  return (
    <Answered answer={useAnswer(previewOwnJoin, { playerId })}>
      {(preview) => (
        <Step
          endpoint={joinOwn}
          preview={preview}
          input={{ playerId }}
          hint={t('identities:step.joinHint')}
          label={t('identities:step.join')}
          {...rest}
        />
      )}
    </Answered>
  );
}

export function SplitSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet open={id !== undefined} title={t('identities:step.splitTitle')} onClose={onClose}>
      {id && <Split id={id} onKeep={onClose} />}
    </Sheet>
  );
}

function Split({ id, onKeep }: { id: string; onKeep: () => void }) {
  const t = useText();
  const [done, setDone] = useState(false);
  const answer = useAnswer(previewOwnSplit, { id }, { enabled: !done });
  // every log-in of both has ended: the next one leads to the right one
  const leave = () => {
    setDone(true);
    forgetPlayer();
    navigation.go('/program', { replace: true });
  };
  return (
    <Answered answer={answer}>
      {(preview) => (
        <Step
          endpoint={splitOwn}
          preview={preview}
          input={{ id }}
          hint={t('identities:step.splitHint')}
          label={t('identities:step.split')}
          danger
          onDone={leave}
          onKeep={onKeep}
        />
      )}
    </Answered>
  );
}
