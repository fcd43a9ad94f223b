import payAids from 'virtual:slots/payAids';
import { useState } from 'react';
import { Coins, Money } from '#kit/player/amount.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { askAddress } from '#kit/player/who-plays.ts';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { type Machine, type Offer, type Offers, type OwnPayWay, playContract } from '../contract.ts';
import { Amount, passOf, waysFor } from './offer-list.tsx';
import { PriceLines } from './price-lines.tsx';
import { isKeptAway, mayWait, TurnButtons, TurnNotice, useTurnNews } from './turn.tsx';
import { shownFor, usePay, wantedOf } from './use-pay.ts';

const askEveryMs = 4000;

/** /orderConfirm: what is bought, how its price comes about, and with what it is paid. */
export default function OrderConfirm() {
  const t = useText();
  const query = useQuery();
  const equipmentId = query.get('equipmentId')?.trim() ?? '';
  const s = query.get('s') ?? undefined;
  const choice = query.get('choice') ?? '';
  const input = { equipmentId, s };
  const enabled = equipmentId !== '';
  const machine = useAnswer(playContract.readMachine, input, { enabled, everyMs: askEveryMs });
  const {
    data: offers,
    failure,
    again,
  } = useAnswer(playContract.readOffers, input, {
    enabled,
    everyMs: askEveryMs,
  });
  useTurnNews(equipmentId, again);
  const back = `/index?${new URLSearchParams({ equipmentId, ...(s && { s }) })}`;
  const bar = <Bar title={t('play:screen.confirm')} back={back} />;
  const offer = offers?.offers.find(({ id }) => id === choice);
  if (!enabled || machine.final || (offers && !offer))
    return (
      <Page bar={bar} centred>
        <Blank title={t('play:confirm.nothing')} hint={t('play:unknown.scan')}>
          {enabled && !machine.final && <LinkButton to={back}>{t('play:confirm.choose')}</LinkButton>}
        </Blank>
      </Page>
    );
  if (!machine.data || !offers || !offer)
    return (
      <Page bar={bar}>
        {failure ? (
          <Blank title={t('kit:ui.loadFailed')} hint={failure}>
            <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>
          </Blank>
        ) : (
          <Skeleton count={3} />
        )}
      </Page>
    );
  return (
    <Confirm
      machine={machine.data}
      offers={offers}
      offer={offer}
      equipmentId={equipmentId}
      back={back}
      again={again}
    />
  );
}

function Confirm(props: {
  machine: Machine;
  offers: Offers;
  offer: Offer;
  equipmentId: string;
  back: string;
  again: () => Promise<void>;
}) {
  const { machine, offers, offer, equipmentId, again } = props;
  const { turn } = offers;
  const t = useText();
  const player = usePlayer();
  const ways = waysFor(offer, offers);
  const [wanted, setWanted] = useState<string>();
  const way = ways.find((one) => one === wanted) ?? ways[0];
  const { pay, busy, refusal } = usePay(equipmentId);
  const useNow = (value: OwnPayWay) => {
    setWanted(value);
    void again();
  };
  const kept = mayWait(turn, machine.state);
  const ready = machine.state === 'ready' && offer.refusal === null && !isKeptAway(turn);
  return (
    <Page
      bar={<Bar title={t('play:screen.confirm')} back={props.back} />}
      foot={
        <>
          {refusal && <Notice tone="bad">{refusal}</Notice>}
          {!player && (
            <LinkButton to={askAddress(location.pathname + location.search)}>
              {t('play:buy.logIn')}
            </LinkButton>
          )}
          {player && kept && <TurnButtons equipmentId={equipmentId} turn={turn} again={again} />}
          {player && way && !kept && (
            <Button
              busy={busy}
              disabled={!ready}
              onClick={() => void pay(wantedOf(offer), way, shownFor(offer, way))}
            >
              {t('play:confirm.pay')} <Amount offer={offer} way={way} />
            </Button>
          )}
        </>
      }
    >
      <TurnNotice turn={turn} busy={machine.state === 'busy'} />
      {!ready && !isKeptAway(turn) && (
        <Notice tone="warn">{offer.refusal ?? t(`play:stateHint.${machine.state}`)}</Notice>
      )}
      <Card heading={offer.name}>
        <PriceLines lines={offer.lines} name={offer.name} totalFen={offer.amountFen} />
      </Card>
      <Card>
        <Facts
          facts={[
            { name: t('play:field.machine'), value: t('play:number', { number: machine.equipmentNo }) },
            { name: t('play:field.site'), value: machine.fieldName },
            {
              name: t('play:field.gives'),
              value: givenBy(offer, t),
            },
          ]}
        />
      </Card>
      {player &&
        payAids.map(({ feature, filling: Aid }) => (
          <Aid key={feature} payAt={machine.fieldId} onRedeemed={useNow} />
        ))}
      {player && ways.length === 0 && <Notice tone="warn">{t('play:buy.noWay')}</Notice>}
      {ways.length > 0 && (
        <Choices
          label={t('play:confirm.ways')}
          chosen={way}
          onChoose={setWanted}
          entries={ways.map((one) => ({
            key: one,
            title: t(`play:payWay.${one}`),
            note: <Left way={one} offers={offers} />,
            value: <Amount offer={offer} way={one} />,
          }))}
        />
      )}
    </Page>
  );
}

/** What comes for it: points apart from coins, because nothing turns the one into the other. */
const givenBy = ({ kind, coins, points }: Offer, t: Translate): string =>
  [
    kind !== 'points' && t(`play:gives.${kind}`, { count: coins ?? 0 }),
    points > 0 && t('play:gives.points', { count: points }),
  ]
    .filter(Boolean)
    .join(' + ');

/** What of the own there is to pay with. */
function Left({ way, offers }: { way: OwnPayWay; offers: Offers }) {
  const t = useText();
  const { purse } = offers;
  const pass = passOf(offers, way);
  if (pass) return <>{t(`play:pass.${way}`, { count: pass.left })}</>;
  if (!purse || (way !== 'balance' && way !== 'coin')) return null;
  return (
    <>
      {t('play:confirm.have')}{' '}
      {way === 'coin' ? <Coins count={purse.coins} /> : <Money fen={purse.balanceFen} />}
    </>
  );
}
