import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Money } from '#kit/player/amount.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { playContract, ShelfLane } from '../contract.ts';
import classes from './lane-shelf.module.css';
import { Price } from './offer-list.tsx';

/** Pieces by lane. */
export type Basket = ReadonlyMap<number, number>;
type Shelf = OutputOf<typeof playContract.readShelf>;

/** The next basket with so many of a lane; where only one lane may be had, the others go back. */
function put(basket: Basket, lane: number, pieces: number, only: boolean): Basket {
  const next = new Map(only ? [] : basket);
  if (pieces > 0) next.set(lane, pieces);
  else next.delete(lane);
  return next;
}

export function LaneShelf(props: { shelf: Shelf; basket: Basket; onChange: (basket: Basket) => void }) {
  const { shelf, basket } = props;
  const t = useText();
  const full = shelf.mostLanes > 1 && basket.size >= shelf.mostLanes;
  return (
    <ul className={classes.shelf} aria-label={t('play:shelf.label')}>
      {shelf.lanes.map((lane) => {
        const pieces = basket.get(lane.lane) ?? 0;
        const most = Math.min(lane.stock, shelf.mostOfLane);
        return (
          <Lane
            key={lane.lane}
            lane={lane}
            pieces={pieces}
            mayAdd={lane.onSale && pieces < most && (pieces > 0 || !full)}
            onChange={(next) => props.onChange(put(basket, lane.lane, next, shelf.mostLanes === 1))}
          />
        );
      })}
    </ul>
  );
}

function Lane(props: {
  lane: ShelfLane;
  pieces: number;
  mayAdd: boolean;
  onChange: (pieces: number) => void;
}) {
  const { lane, pieces } = props;
  const t = useText();
  const name = lane.name ?? t('play:shelf.lane', { lane: lane.lane });
  return (
    <li className={classes.lane} data-chosen={pieces > 0 || undefined} data-off={!lane.onSale || undefined}>
      <Picture src={lane.image} alt={name} shape="square" />
      <span className={classes.name}>{name}</span>
      <span className={classes.note}>
        {t('play:shelf.lane', { lane: lane.lane })}
        {' · '}
        {lane.stock > 0 ? t('play:shelf.left', { count: lane.stock }) : t('play:shelf.soldOut')}
      </span>
      {lane.expiryDate && (
        <span className={classes.note}>{t('play:shelf.until', { day: lane.expiryDate })}</span>
      )}
      {lane.lines
        .filter(({ amountFen }) => amountFen < 0)
        .map(({ text, amountFen }) => (
          <span key={text} className={classes.off}>
            {text} −<Money fen={-amountFen} />
          </span>
        ))}
      <span className={classes.foot}>
        <span className={classes.price}>
          <Price amountFen={lane.priceFen} usualFen={lane.usualFen} />
        </span>
        <span className={classes.counter}>
          {pieces > 0 && (
            <>
              <button
                type="button"
                aria-label={t('play:shelf.less', { name })}
                onClick={() => props.onChange(pieces - 1)}
              >
                −
              </button>
              <output aria-label={t('play:shelf.taken', { name })}>{pieces}</output>
            </>
          )}
          <button
            type="button"
            aria-label={t('play:shelf.more', { name })}
            disabled={!props.mayAdd}
            onClick={() => props.onChange(pieces + 1)}
          >
            +
          </button>
        </span>
      </span>
    </li>
  );
}
