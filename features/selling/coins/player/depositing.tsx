import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { formatDate } from '#kit/kernel/time.ts';
import { plainCode } from '#kit/kernel/typed-code.ts';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Field } from '#kit/player/field.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { useLive } from '#kit/player/live.ts';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { usePlace, useQuery } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { askAddress } from '#kit/player/who-plays.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { DepositUnit, OwnDeposit } from '../contract/deposits.ts';
import { ownDepositChanged } from '../contract/events.ts';
import { coinsContract } from '../contract.ts';
import classes from './depositing.module.css';

const { readDepositing, startDeposit, stopDeposit, bookOwnDeposit } = coinsContract;
type Depositing = OutputOf<typeof readDepositing>;

/** The socket tells each piece; this is for networks that let none through. */
const askEveryMs = 3000;

/** of the code on a machine's screen (docs/device-protocol.md, "Presence") */
const shownSigns = 6;

const otherPage: Record<DepositUnit, string> = { coin: '/depositing_tickets', ticket: '/depositing_coins' };

/** Coins or tickets into the machine's counter, and from there into the balance. Whatever was counted waits on the server. */
export function DepositingPage({ unit }: { unit: DepositUnit }) {
  const t = useText();
  const { pathname, search } = usePlace();
  const equipmentId = useQuery().get('equipmentId')?.trim() ?? '';
  const isKnown = usePlayer() !== undefined;
  if (!equipmentId)
    return (
      <Page centred>
        <Blank title={t('coins:own.noMachine')} hint={t('coins:own.scan')} />
      </Page>
    );
  if (!isKnown)
    return (
      <Page centred foot={<LinkButton to={askAddress(pathname + search)}>{t('coins:own.logIn')}</LinkButton>}>
        <Blank title={t('coins:own.nobody')} hint={t('coins:own.nobodyHint')} />
      </Page>
    );
  return <AtMachine key={`${equipmentId} ${unit}`} equipmentId={equipmentId} unit={unit} />;
}

function AtMachine({ equipmentId, unit }: { equipmentId: string; unit: DepositUnit }) {
  const t = useText();
  const { data, failure, final, again } = useAnswer(
    readDepositing,
    { equipmentId, unit },
    { everyMs: askEveryMs },
  );
  // what the socket told is ahead of the last answer
  const [told, setTold] = useState<{ id: string; seen: number }>();
  useLive(ownDepositChanged, (news) => {
    if (news && news.id === data?.open?.id && data.open.state === 'counting' && news.seen > 0) setTold(news);
    void again();
  });
  if (!data)
    return (
      <Page centred={failure !== undefined}>
        {failure ? (
          <Blank title={t(final ? 'coins:own.noMachine' : 'kit:ui.loadFailed')} hint={failure}>
            <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>
          </Blank>
        ) : (
          <>
            <Skeleton shape="picture" />
            <Skeleton count={2} />
          </>
        )}
      </Page>
    );
  const { open } = data;
  const seen = open && told?.id === open.id ? Math.max(told.seen, open.seen) : (open?.seen ?? 0);
  return (
    <Counter
      depositing={open ? { ...data, open: { ...open, seen } } : data}
      equipmentId={equipmentId}
      failure={failure}
      again={again}
    />
  );
}

interface CounterProps {
  depositing: Depositing;
  equipmentId: string;
  failure: string | undefined;
  again: () => Promise<void>;
}

function Counter({ depositing, equipmentId, failure, again }: CounterProps) {
  const t = useText();
  const { unit, open, works, balance, recent } = depositing;
  const [booked, setBooked] = useState<number>();
  // the code on the machine's screen carries itself along when it is scanned
  const scannedCode = useQuery().get('p') ?? '';
  const [code, setCode] = useState(scannedCode);
  const start = useSend(startDeposit);
  const stop = useSend(stopDeposit);
  const book = useSend(bookOwnDeposit);
  const refusal = start.refusal ?? stop.refusal ?? book.refusal;
  /** With the code on the screen, or else by the button at the machine. */
  const begin = async (p?: string) => {
    setBooked(undefined);
    if (!(await start.send({ equipmentId, unit, ...(p && { p }) }))) return;
    setCode('');
    await again();
  };
  const confirm = async (id: string) => {
    const answer = await book.send({ id });
    if (answer) setBooked(answer.amount);
    await again();
  };
  const last = recent[0];
  return (
    <Page
      bar={<Bar title={t(`coins:screen.${unit === 'coin' ? 'depositCoins' : 'depositTickets'}`)} />}
      foot={
        <>
          {refusal && <Notice tone="bad">{refusal}</Notice>}
          {!open && works && (
            <>
              <Button
                busy={start.busy}
                disabled={plainCode(code).length < shownSigns}
                onClick={() => void begin(code)}
              >
                {t(`coins:own.start.${unit}`)}
              </Button>
              <Button kind="plain" disabled={start.busy} onClick={() => void begin()}>
                {t('coins:own.noCode')}
              </Button>
            </>
          )}
          {open?.state === 'counting' && (
            <Button busy={stop.busy} onClick={() => void stop.send({ id: open.id })}>
              {t('coins:own.stop')}
            </Button>
          )}
          {open?.state === 'waiting' && (
            <Button busy={book.busy} onClick={() => void confirm(open.id)}>
              {t(`coins:own.confirm.${unit}`, { count: open.amount ?? 0 })}
            </Button>
          )}
          {!open && (
            <LinkButton kind="plain" to={`${otherPage[unit]}?equipmentId=${encodeURIComponent(equipmentId)}`}>
              {t(`coins:own.instead.${unit}`)}
            </LinkButton>
          )}
        </>
      }
    >
      <header className={classes.head}>
        <MachineDrawing
          type="deposit"
          mood={open?.state === 'counting' ? 'busy' : works ? 'online' : 'fault'}
          size="2.4rem"
        />
        {open && (
          <p className={classes.count} role="status" data-state={open.state}>
            <strong>{open.amount ?? open.seen}</strong> {t(`coins:own.unit.${unit}`)}
          </p>
        )}
      </header>
      <Word open={open} booked={booked} works={works} unit={unit} last={last} />
      {!open && works && (
        <Field
          label={t('coins:own.code')}
          hint={t('coins:own.codeHint')}
          value={code}
          maxLength={9}
          onChange={setCode}
        />
      )}
      {failure && <Notice tone="warn">{failure}</Notice>}
      <Card>
        <Facts
          facts={[
            { name: t('coins:own.site'), value: depositing.fieldName },
            {
              name: t('coins:own.machine'),
              value: t('coins:own.number', { number: depositing.equipmentNo }),
            },
            { name: t('coins:own.merchant'), value: depositing.merchantName },
            { name: t('coins:own.balance'), value: t(`coins:own.amount.${unit}`, { count: balance }) },
          ]}
        />
      </Card>
      {recent.length > 0 && (
        <List label={t('coins:own.recent')}>
          {recent.map((deposit) => (
            <Row
              key={deposit.id}
              title={t(`coins:own.amount.${unit}`, { count: deposit.amount ?? 0 })}
              note={formatDate(new Date(deposit.createdAt), 'm-d H:M')}
              value={t(`coins:own.state.${deposit.state}`)}
            />
          ))}
        </List>
      )}
    </Page>
  );
}

interface WordProps {
  open: OwnDeposit | null;
  booked: number | undefined;
  works: boolean;
  unit: DepositUnit;
  /** the one before */
  last: OwnDeposit | undefined;
}

/** Says what goes on and what to do; in every case where the coins are. */
function Word({ open, booked, works, unit, last }: WordProps) {
  const t = useText();
  if (open?.state === 'confirming')
    return <Notice>{t('coins:own.pressed', { count: open.presses ?? 0 })}</Notice>;
  if (open?.state === 'counting') return <Notice>{t(`coins:own.pour.${unit}`)}</Notice>;
  if (open?.state === 'unknown') return <Notice tone="warn">{t('coins:own.asked')}</Notice>;
  if (open)
    return (
      <Notice tone={open.stuck ? 'warn' : 'good'}>
        {open.stuck ? t('coins:own.stuck', { count: open.amount ?? 0 }) : t('coins:own.counted')}
      </Notice>
    );
  if (booked !== undefined)
    return <Notice tone="good">{t(`coins:own.booked.${unit}`, { count: booked })}</Notice>;
  if (!works) return <Notice tone="bad">{t('coins:own.broken')}</Notice>;
  if (last?.state === 'held')
    return <Notice tone="warn">{t(`coins:own.held.${unit}`, { count: last.amount ?? 0 })}</Notice>;
  if (last?.state === 'empty' && last.reasonName)
    return <Notice tone="warn">{t('coins:own.nothing', { reason: last.reasonName })}</Notice>;
  return <Notice>{t(`coins:own.ready.${unit}`)}</Notice>;
}
