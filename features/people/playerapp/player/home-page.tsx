import shopHeads from 'virtual:slots/shopHeads';
import shopShelves from 'virtual:slots/shopShelves';
import shopWays from 'virtual:slots/shopWays';
import { useEffect } from 'react';
import { purseChanged } from '#features/base/players/contract.ts';
import { hoursLines } from '#features/base/sites/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { MachineDrawing, type MachineMood } from '#kit/drawings/machine-drawing.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { useLive } from '#kit/player/live.ts';
import { Badge, Notice, type Tone } from '#kit/player/notice.tsx';
import { Page } from '#kit/player/page.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { askAddress } from '#kit/player/who-plays.ts';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type MachineState, playerAppContract, type ShopMachine } from '../contract.ts';
import { buyAddress, homePath, shopsPath } from './addresses.ts';
import { AppTabs } from './app-tabs.tsx';
import { AskPosition } from './ask-position.tsx';
import { chooseShop, forgetShop, useChosenShop } from './chosen-shop.ts';
import { Whole } from './own-texts.tsx';
import classes from './player-app.module.css';
import { type Position, placeOf, usePosition } from './position.ts';
import { Purse } from './purse.tsx';
import { distanceText } from './shop-texts.ts';

const { listShops, readShop, readSpendable } = playerAppContract;

/** Somebody stands there and looks which machine gets free. */
const askEveryMs = 10_000;
const fewShops = 5;

/** /program: the shop one is at or near, what one has there, and which machines are free. */
export default function HomePage() {
  const position = usePosition();
  const chosen = useChosenShop();
  const here = placeOf(position);
  const near = useAnswer(
    listShops,
    { ...here, size: fewShops },
    { enabled: !chosen.now && position.state !== 'asking' },
  );
  const nearest = position.state === 'known' ? near.data?.records[0]?.fieldId : undefined;
  const fieldId = chosen.now ?? nearest ?? chosen.before;
  if (fieldId) return <AtShop key={fieldId} fieldId={fieldId} position={position} />;
  return (
    <Page foot={<AppTabs />}>
      <Welcome />
      <AskPosition position={position} />
      <Answered answer={near} skeleton={<Skeleton shape="row" count={fewShops} />}>
        {({ records, total }) => <ChooseOne shops={records} more={total > records.length} />}
      </Answered>
    </Page>
  );
}

function Welcome() {
  const t = useText();
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{t('playerapp:home.welcome')}</h1>
      <p className={classes.hint}>{t('playerapp:home.welcomeHint')}</p>
    </header>
  );
}

function ChooseOne({
  shops,
  more,
}: {
  shops: { fieldId: string; fieldName: string; address: string }[];
  more: boolean;
}) {
  const t = useText();
  return (
    <>
      <List label={t('playerapp:home.choose')}>
        {shops.map(({ fieldId, fieldName, address }) => (
          <Row
            key={fieldId}
            title={fieldName}
            note={<Whole parts={[address]} />}
            onClick={() => chooseShop(fieldId)}
          />
        ))}
      </List>
      {more && (
        <LinkButton kind="plain" to={shopsPath}>
          {t('playerapp:home.allShops')}
        </LinkButton>
      )}
    </>
  );
}

function AtShop({ fieldId, position }: { fieldId: string; position: Position }) {
  const t = useText();
  const shop = useAnswer(readShop, { fieldId, ...placeOf(position) }, { everyMs: askEveryMs });
  const { data, final } = shop;
  // a shop that was given up is no reason to show nothing
  useEffect(() => {
    if (final) forgetShop();
  }, [final]);
  return (
    <PullToRefresh onRefresh={shop.again}>
      <Page foot={<AppTabs />}>
        <header className={classes.shop}>
          <div className={classes.shopWords}>
            <h1 className={classes.shopName}>{data?.fieldName ?? t('playerapp:screen.home')}</h1>
            {data && (
              <p className={classes.hint}>
                {[distanceText(data.distanceMetres, t), data.address].filter(Boolean).join(' · ')}
              </p>
            )}
          </div>
          <AppLink to={shopsPath} className={classes.link}>
            {t('playerapp:home.change')}
          </AppLink>
        </header>
        {shopHeads.map(({ feature, filling: Head }) => (
          <Head key={feature} fieldId={fieldId} name={data?.fieldName ?? ''} photo={data?.photo} />
        ))}
        {data && !data.open && <Notice tone="warn">{t('playerapp:home.closed')}</Notice>}
        <MoneyHere fieldId={fieldId} />
        <div className={classes.joined}>
          {shopWays.map(({ feature, filling: Way }) => (
            <Way key={feature} fieldId={fieldId} />
          ))}
        </div>
        {shopShelves.map(({ feature, filling: Shelf }) => (
          <Shelf key={feature} fieldId={fieldId} />
        ))}
        <Answered answer={shop} skeleton={<Skeleton shape="row" count={6} />}>
          {({ machines, freeNumber }) => <Machines machines={machines} free={freeNumber} />}
        </Answered>
        {data && <AboutShop shop={data} />}
      </Page>
    </PullToRefresh>
  );
}

/** When it is open and whom to call. */
function AboutShop({ shop }: { shop: OutputOf<typeof readShop> }) {
  const t = useText();
  const { contactNumber } = shop;
  const lines = hoursLines(shop.openingHours, t);
  return (
    <Card heading={t('playerapp:home.about')}>
      <Facts
        facts={[
          { name: t('playerapp:order.merchant'), value: shop.merchantName },
          ...lines.map(({ days, period }) => ({ name: days, value: period })),
          ...(contactNumber
            ? [
                {
                  name: t('playerapp:order.contact'),
                  value: (
                    <a className={classes.call} href={`tel:${contactNumber}`}>
                      {contactNumber}
                    </a>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function MoneyHere({ fieldId }: { fieldId: string }) {
  const t = useText();
  const player = usePlayer();
  const { data, again } = useAnswer(readSpendable, { fieldId }, { enabled: player !== undefined });
  useLive(purseChanged, () => void again());
  if (!player)
    return (
      <LinkButton kind="soft" to={askAddress(homePath)}>
        {t('playerapp:home.logIn')}
      </LinkButton>
    );
  return (
    <Card heading={t('playerapp:home.mine')}>
      {data ? <Purse {...data} /> : <Purse balanceFen={0} coins={0} />}
      {data && (
        <p className={classes.hint}>{t(`playerapp:reach.${data.reach}`, { merchant: data.merchantName })}</p>
      )}
      <LinkButton kind="soft" to={buyAddress(fieldId)}>
        {t('playerapp:buy.toShop')}
      </LinkButton>
    </Card>
  );
}

const tones: Record<MachineState, Tone> = { free: 'good', busy: 'warn', away: 'plain' };
const moods: Record<MachineState, MachineMood> = { free: 'online', busy: 'busy', away: 'offline' };

function Machines({ machines, free }: { machines: readonly ShopMachine[]; free: number }) {
  const t = useText();
  if (machines.length === 0) return <Notice>{t('playerapp:home.noMachines')}</Notice>;
  return (
    <>
      <h2 className={classes.heading}>
        {t('playerapp:home.machines')}{' '}
        <span className={classes.aside}>{t('playerapp:home.free', { count: free })}</span>
      </h2>
      <p className={classes.aside}>{t('playerapp:home.scanToPlay')}</p>
      <List label={t('playerapp:home.machines')}>
        {machines.map(({ equipmentNo, equipmentName, type, typeName, state }) => (
          <Row
            key={equipmentNo}
            picture={<MachineDrawing type={type} mood={moods[state]} size="0.8rem" />}
            title={t('playerapp:machine', { number: equipmentNo })}
            note={<Whole parts={[typeName, equipmentName]} />}
            state={<Badge tone={tones[state]}>{t(`playerapp:machineState.${state}`)}</Badge>}
          />
        ))}
      </List>
    </>
  );
}
