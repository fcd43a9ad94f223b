import ownWays from 'virtual:slots/ownWays';
import { purseChanged } from '#features/base/players/contract.ts';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Card, Facts } from '#kit/player/card.tsx';
import { ForPlayer } from '#kit/player/for-player.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { Picture } from '#kit/player/picture.tsx';
import type { PlayerUser } from '#kit/player/player-keeper.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type OwnMoney, playerAppContract } from '../contract.ts';
import { AppTabs } from './app-tabs.tsx';
import { type Entry, entries } from './entries.ts';
import classes from './player-app.module.css';
import { Purse } from './purse.tsx';

/** /program/my: who one is, what one has at which merchant, and the ways to everything of one's own. */
export default function MePage() {
  const t = useText();
  return (
    <ForPlayer title={t('playerapp:screen.me')} hint={t('playerapp:me.nobodyHint')} foot={<AppTabs />}>
      {(player) => <Me player={player} />}
    </ForPlayer>
  );
}

function Me({ player }: { player: PlayerUser }) {
  const t = useText();
  const money = useAnswer(playerAppContract.readOwnMoney, {});
  useLive(purseChanged, () => void money.again());
  return (
    <Page bar={<Bar title={t('playerapp:screen.me')} />} foot={<AppTabs />}>
      <Person player={player} />
      <Answered answer={money} skeleton={<Skeleton />}>
        {(merchants) =>
          merchants.length === 0 ? (
            <Notice>{t('playerapp:me.noMoney')}</Notice>
          ) : (
            merchants.map((merchant) => <AtMerchant key={merchant.merchantId} merchant={merchant} />)
          )
        }
      </Answered>
      {ownWays.map(({ feature, filling: Way }) => (
        <Way key={feature} />
      ))}
      {entries.map((group) => (
        <Entries key={group[0]?.to} group={group} />
      ))}
    </Page>
  );
}

function Person({ player }: { player: PlayerUser }) {
  const t = useText();
  const name = player.playerName || t('playerapp:me.unnamed');
  return (
    <div className={classes.person}>
      {player.playerPhoto ? (
        <span className={classes.face}>
          <Picture src={player.playerPhoto} alt={name} shape="round" />
        </span>
      ) : (
        <span className={classes.initial} aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <h2 className={classes.shopName}>{name}</h2>
    </div>
  );
}

/** Each merchant's coins are good at that merchant: sums over several would promise something that is not there. */
function AtMerchant({ merchant }: { merchant: OwnMoney }) {
  const t = useText();
  const { fields, heldFen, heldCoins, reach, merchantName } = merchant;
  return (
    <Card heading={merchant.merchantName}>
      <Purse balanceFen={merchant.balanceFen} coins={merchant.coins} />
      {(heldFen > 0 || heldCoins > 0) && (
        <p className={classes.hint}>
          {t('playerapp:me.held')} {heldFen > 0 && <Money fen={heldFen} />}{' '}
          {heldCoins > 0 && <Coins count={heldCoins} />}
        </p>
      )}
      {(merchant.tickets > 0 || merchant.points > 0) && (
        <p className={classes.hint}>
          {[
            merchant.tickets > 0 && t('kit:pieces.ticket', { count: merchant.tickets }),
            merchant.points > 0 && t('kit:pieces.point', { count: merchant.points }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <Facts
        facts={fields.map((field) => ({
          name: field.fieldName ?? t('playerapp:me.allShops'),
          value: (
            <>
              <Money fen={field.balanceFen} /> · <Coins count={field.coins} />
              {reach === 'some' && (
                <span className={classes.label}>
                  {t('playerapp:reach.there')} <Money fen={field.spendFen} /> ·{' '}
                  <Coins count={field.spendCoins} />
                </span>
              )}
            </>
          ),
        }))}
      />
      <p className={classes.hint}>{t(`playerapp:reach.${reach}`, { merchant: merchantName })}</p>
    </Card>
  );
}

function Entries({ group }: { group: readonly Entry[] }) {
  const t = useText();
  return (
    <List>
      {group.map(({ to, name }) => (
        <Row key={to} to={to} title={t(`playerapp:entry.${name}`)} note={t(`playerapp:entryHint.${name}`)} />
      ))}
    </List>
  );
}
