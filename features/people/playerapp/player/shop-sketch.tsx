import { useText } from '#kit/ui/i18n.ts';
import type { Shop } from '../contract.ts';
import { type Spot, sketchOf } from '../rules/sketch.ts';
import classes from './player-app.module.css';
import { distanceText } from './shop-texts.ts';

const radius = 150;
const edge = 20;
const size = 2 * (radius + edge);

/** Numbers are those of the list below, which says everything in words. */
export default function ShopSketch(props: {
  here: Spot;
  shops: readonly Shop[];
  onChoose: (shop: Shop) => void;
}) {
  const t = useText();
  const placeable = props.shops.flatMap((shop, place) =>
    shop.latitude === null || shop.longitude === null
      ? []
      : [{ latitude: shop.latitude, longitude: shop.longitude, number: place + 1, shop }],
  );
  const { placed, rings } = sketchOf(props.here, placeable, radius);
  return (
    <svg viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} className={classes.sketch}>
      <title>{t('playerapp:shops.sketch')}</title>
      {rings.map(({ metres, radius: r }) => (
        <g key={metres}>
          <circle r={r} className={classes.ring} />
          <text x={4} y={-r + 14} className={classes.ringText}>
            {distanceText(metres, t)}
          </text>
        </g>
      ))}
      <circle r="8" className={classes.you}>
        <title>{t('playerapp:shops.you')}</title>
      </circle>
      {placed.map(({ shop: { shop, number }, x, y }) => (
        // biome-ignore lint/a11y/useSemanticElements: a button can not stand inside a drawing
        <g
          key={shop.fieldId}
          transform={`translate(${x} ${y})`}
          className={classes.pin}
          data-closed={!shop.open || undefined}
          role="button"
          tabIndex={0}
          aria-label={`${number}. ${shop.fieldName}`}
          onClick={() => props.onChoose(shop)}
          onKeyDown={(event) => event.key === 'Enter' && props.onChoose(shop)}
        >
          <circle r="15" />
          <text y="5">{number}</text>
        </g>
      ))}
    </svg>
  );
}
