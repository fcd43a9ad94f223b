import { ownHandoverChanged } from '#features/loyalty/handover/contract.ts';
import { stateTones } from '#features/loyalty/handover/player/public.ts';
import { momentText, Whole } from '#features/people/playerapp/player/public.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { useLive } from '#kit/player/live.ts';
import { Badge, Blank } from '#kit/player/notice.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { usePlace } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { usePages } from '#kit/player/use-pages.ts';
import { askAddress } from '#kit/player/who-plays.ts';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract } from '../contract.ts';
import { orderAddress, storePath } from './addresses.ts';
import classes from './exchange.module.css';

/** What one exchanged, the newest first; who is not known is asked to log in. */
export function OwnOrders() {
  const t = useText();
  const player = usePlayer();
  const { pathname, search } = usePlace();
  if (player) return <Orders />;
  return (
    <Blank title={t('kit:player.nobody')} hint={t('exchange:own.nobodyHint')}>
      <LinkButton to={askAddress(pathname + search)}>{t('kit:player.logIn')}</LinkButton>
    </Blank>
  );
}

function Orders() {
  const t = useText();
  const answer = usePages(exchangeContract.listOwnExchanges, { size: 20 });
  useLive(ownHandoverChanged, () => void answer.again());
  return (
    <EndlessList
      answer={answer}
      label={t('exchange:screen.own')}
      rowKey={({ id }) => id}
      row={({ id, goods, picture, price, state, createdAt, fieldName, merchantName }) => (
        <Row
          to={orderAddress(id)}
          picture={
            <span className={classes.thumb}>
              <Picture src={picture ?? ''} alt={goods} shape="square" />
            </span>
          }
          title={goods}
          value={price}
          note={<Whole parts={[momentText(createdAt), fieldName ?? merchantName]} />}
          state={<Badge tone={stateTones[state]}>{t(`handover:state.${state}`)}</Badge>}
        />
      )}
      empty={{
        title: t('exchange:own.none'),
        hint: t('exchange:own.noneHint'),
        action: <LinkButton to={storePath}>{t('exchange:own.toStore')}</LinkButton>,
      }}
    />
  );
}
