import { type SubmitEvent, useState } from 'react';
import { playersContract } from '#features/base/players/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatDate } from '#kit/kernel/time.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { SubmitButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { usePhoneCode } from '#kit/player/code-field.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { identitiesContract } from '../contract.ts';
import { CallOffSheet, JoinSheet, SplitSheet } from './step-sheets.tsx';

const { readOwnIdentities, proveOwnPhone } = identitiesContract;
type Known = OutputOf<typeof readOwnIdentities>;
const mePath = '/program/my';

/** To the minute, in the reader's own time zone. */
const momentText = (at: string) => formatDate(new Date(at), 'Y-m-d H:M');

/** /program/my/identities: one purse for WeChat, Alipay and the phone, by the number all of them have proven. */
export default function OwnIdentities() {
  const t = useText();
  const title = t('identities:screen.own');
  return (
    <OwnPage title={title} hint={t('identities:own.nobodyHint')} back={mePath}>
      <Own />
    </OwnPage>
  );
}

function Own() {
  const t = useText();
  const answer = useAnswer(readOwnIdentities, {});
  return (
    <Answered answer={answer}>
      {(known) => (
        <>
          <Notice>{t('identities:own.hint')}</Notice>
          <Waiting known={known} onCalledOff={answer.again} />
          <Proof known={known} onProven={answer.again} />
          {known.phone && <Twins known={known} onJoined={answer.again} />}
          {known.joined.length > 0 && <JoinedOnes known={known} />}
        </>
      )}
    </Answered>
  );
}

function Proof({ known, onProven }: { known: Known; onProven: () => Promise<void> }) {
  const t = useText();
  if (known.phone && known.provenUntil)
    return (
      <Notice tone="good">
        {t('identities:own.proven', { phone: known.phone, until: momentText(known.provenUntil) })}
      </Notice>
    );
  return (
    <>
      <Notice>{t('identities:own.old')}</Notice>
      <ProofForm heading={t('identities:own.step1')} onProven={onProven} />
    </>
  );
}

function ProofForm({ heading, onProven }: { heading: string; onProven: () => Promise<void> }) {
  const t = useText();
  const typed = usePhoneCode(playersContract.sendLoginCode);
  const { send, busy, refusal } = useSend(proveOwnPhone);
  const prove = async (event: SubmitEvent) => {
    event.preventDefault();
    const proof = typed.read();
    if (proof && (await send(proof))) await onProven();
  };
  return (
    <form onSubmit={(event) => void prove(event)} noValidate>
      <Card heading={heading}>
        {typed.fields}
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <SubmitButton busy={busy}>{t('identities:own.prove')}</SubmitButton>
      </Card>
    </form>
  );
}

function Twins({ known, onJoined }: { known: Known; onJoined: () => Promise<void> }) {
  const t = useText();
  const [chosen, setChosen] = useState<string>();
  if (known.twins.length === 0) return <Notice>{t('identities:own.step2')}</Notice>;
  return (
    <Card heading={t('identities:own.found')}>
      <List label={t('identities:own.found')}>
        {known.twins.map(({ playerId, playerName, platform }) => (
          <Row
            key={playerId}
            title={playerName || t('identities:unnamed')}
            note={t(`identities:platform.${platform}`)}
            state={t('identities:own.look')}
            onClick={() => setChosen(playerId)}
          />
        ))}
      </List>
      <JoinSheet
        playerId={chosen}
        onClose={() => setChosen(undefined)}
        onDone={async () => {
          setChosen(undefined);
          await onJoined();
        }}
      />
    </Card>
  );
}

/** Joinings to come: the first thing to see for a player who did not ask for one. */
function Waiting({ known, onCalledOff }: { known: Known; onCalledOff: () => Promise<void> }) {
  const t = useText();
  const [chosen, setChosen] = useState<string>();
  const [done, setDone] = useState(false);
  if (known.waiting.length === 0)
    return done ? <Notice tone="good">{t('identities:own.calledOff')}</Notice> : null;
  return (
    <Card heading={t('identities:own.waiting')}>
      <List label={t('identities:own.waiting')}>
        {known.waiting.map(({ id, playerName, platform, dueAt, userName }) => (
          <Row
            key={id}
            title={playerName || t('identities:unnamed')}
            value={t(`identities:platform.${platform}`)}
            note={t(userName ? 'identities:own.waitsByStaff' : 'identities:own.waitsUntil', {
              name: userName ?? '',
              until: momentText(dueAt),
            })}
            onClick={() => setChosen(id)}
          />
        ))}
      </List>
      <CallOffSheet
        id={chosen}
        onClose={() => setChosen(undefined)}
        onDone={async () => {
          setChosen(undefined);
          setDone(true);
          await onCalledOff();
        }}
      />
    </Card>
  );
}

function JoinedOnes({ known }: { known: Known }) {
  const t = useText();
  const [chosen, setChosen] = useState<string>();
  return (
    <Card heading={t('identities:own.joined')}>
      <List label={t('identities:own.joined')}>
        {known.joined.map((one) => (
          <Row
            key={one.id}
            title={one.playerName || t('identities:unnamed')}
            value={t(`identities:platform.${one.platform}`)}
            note={
              one.mayUndo
                ? t('identities:own.undoUntil', { until: momentText(one.undoUntil) })
                : t('identities:own.forGood')
            }
            {...(one.mayUndo && { onClick: () => setChosen(one.id) })}
          />
        ))}
      </List>
      <SplitSheet id={chosen} onClose={() => setChosen(undefined)} />
    </Card>
  );
}
