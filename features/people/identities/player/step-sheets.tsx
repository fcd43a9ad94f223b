import { type SubmitEvent, useState } from 'react';
import { PasswordField, payPasswordPattern } from '#features/people/playerapp/player/public.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, SubmitButton } from '#kit/player/button.tsx';
import { Facts } from '#kit/player/card.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { forgetPlayer } from '#kit/player/session.ts';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { identitiesContract, type Preview } from '../contract.ts';
import classes from './step.module.css';

const { callOffOwnJoin, joinOwn, previewOwnJoin, previewOwnSplit, splitOwn } = identitiesContract;

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
            spent > 0 ? (
              t('identities:step.partly', { back: said(unit, amount), spent: said(unit, spent) })
            ) : (
              <span className={classes.amount}>{said(unit, amount)}</span>
            ),
        })),
      ]}
    />
  );
}

/** The passwords that the step asks for: `read` is undefined, and it is said at the field, where one is not whole. */
function usePasswords({ needsPassword, otherNeedsPassword }: Preview) {
  const t = useText();
  const [typed, setTyped] = useState<Partial<Record<'password' | 'otherPassword', string>>>({});
  const [checked, setChecked] = useState(false);
  const asked = [
    ...(needsPassword ? (['password'] as const) : []),
    ...(otherNeedsPassword ? (['otherPassword'] as const) : []),
  ];
  const isWhole = (name: (typeof asked)[number]) => payPasswordPattern.test(typed[name] ?? '');
  return {
    read: () => {
      setChecked(true);
      return asked.every(isWhole) ? typed : undefined;
    },
    fields: asked.map((name) => (
      <PasswordField
        key={name}
        label={t(`identities:step.${name}`)}
        value={typed[name] ?? ''}
        onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
        error={checked && !isWhole(name) ? t(`identities:error.${name}`) : undefined}
      />
    )),
  };
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
  const passwords = usePasswords(preview);
  const go = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = passwords.read();
    if (typed && (await send({ ...input, ...typed, seen: preview.seen }))) props.onDone();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void go(event)} noValidate>
      <p>{hint}</p>
      <Values preview={preview} />
      {preview.waitHours > 0 && (
        <Notice tone="warn">{t('identities:step.waits', { hours: preview.waitHours })}</Notice>
      )}
      {passwords.fields}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton {...(props.danger && { kind: 'danger' })} busy={busy}>
        {label}
      </SubmitButton>
      <Button kind="plain" onClick={props.onKeep}>
        {t('identities:step.keep')}
      </Button>
    </form>
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
          label={
            preview.waitHours > 0
              ? t('identities:step.askJoin', { hours: preview.waitHours })
              : t('identities:step.join')
          }
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

export function CallOffSheet(props: {
  id: string | undefined;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const t = useText();
  const { id, onClose, onDone } = props;
  const { send, busy, refusal } = useSend(callOffOwnJoin);
  const go = async () => {
    if (id && (await send({ id }))) await onDone();
  };
  return (
    <Sheet open={id !== undefined} title={t('identities:step.callOffTitle')} onClose={onClose}>
      <p>{t('identities:step.callOffHint')}</p>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button kind="danger" busy={busy} onClick={() => void go()}>
        {t('identities:step.callOff')}
      </Button>
      <Button kind="plain" onClick={onClose}>
        {t('identities:step.keep')}
      </Button>
    </Sheet>
  );
}
