import { type PointerEvent, useRef, useState } from 'react';
import { useText } from '../i18n.ts';
import type { Place } from './map-calls.ts';
import { distanceText, type Frame, type Point, toPoint, toPx } from './map-geometry.ts';
import classes from './map-picker.module.css';

const sizePx = 320;
const stepPx = 8;

export interface MapSketchProps {
  centre: Point;
  radiusM: number;
  places: Place[];
  chosen: Point | undefined;
  onPlace: (place: Place) => void;
  onPoint: (point: Point) => void;
}

/**
 * A schematic map: rings of distance, the found places, and a pin that is tapped, dragged or moved with the
 * arrow keys. No tiles, so it works wherever the proxied calls do.
 */
export function MapSketch({ centre, radiusM, places, chosen, onPlace, onPoint }: MapSketchProps) {
  const t = useText();
  const svg = useRef<SVGSVGElement>(null);
  const [dragged, setDragged] = useState<{ x: number; y: number } | undefined>();
  const frame: Frame = { centre, radiusM, sizePx };
  const pin = dragged ?? toPx(chosen ?? centre, frame);

  const positionOf = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return {
      x: ((event.clientX - box.left) / box.width) * sizePx,
      y: ((event.clientY - box.top) / box.height) * sizePx,
    };
  };
  const nudge = (x: number, y: number) => onPoint(toPoint({ x: pin.x + x, y: pin.y + y }, frame));

  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${sizePx} ${sizePx}`}
      className={classes.sketch}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the pin moves with the arrow keys
      tabIndex={0}
      role="application"
      aria-label={t('kit:ui.mapSketch')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(positionOf(event));
      }}
      onPointerMove={(event) => dragged && setDragged(positionOf(event))}
      onPointerUp={(event) => {
        if (!dragged) return;
        setDragged(undefined);
        const at = positionOf(event);
        const near = places.find((place) => {
          const px = toPx(place, frame);
          return Math.hypot(px.x - at.x, px.y - at.y) < 9;
        });
        if (near) onPlace(near);
        else onPoint(toPoint(at, frame));
      }}
      onPointerCancel={() => setDragged(undefined)}
      onKeyDown={(event) => {
        const steps: Record<string, [number, number]> = {
          ArrowUp: [0, -stepPx],
          ArrowDown: [0, stepPx],
          ArrowLeft: [-stepPx, 0],
          ArrowRight: [stepPx, 0],
        };
        const step = steps[event.key];
        if (!step) return;
        event.preventDefault();
        nudge(...step);
      }}
    >
      {[1, 2, 3, 4].map((ring) => (
        <circle key={ring} cx={sizePx / 2} cy={sizePx / 2} r={(sizePx / 8) * ring} className={classes.ring} />
      ))}
      <path d={`M0 ${sizePx / 2}H${sizePx}M${sizePx / 2} 0V${sizePx}`} className={classes.ring} />
      <text x={sizePx / 2 + 4} y={14} className={classes.scale}>
        {distanceText(radiusM)}
      </text>
      {places.map((place) => {
        const { x, y } = toPx(place, frame);
        if (x < 0 || y < 0 || x > sizePx || y > sizePx) return null;
        return (
          <g key={place.id}>
            <circle cx={x} cy={y} r={5} className={classes.dot} />
            <title>{place.title}</title>
          </g>
        );
      })}
      {(chosen || dragged) && (
        <g transform={`translate(${pin.x} ${pin.y})`}>
          <path d="M0 0C-9 -11 -11 -16 -11 -20a11 11 0 0 1 22 0c0 4 -2 9 -11 20z" className={classes.pin} />
          <circle cx={0} cy={-20} r={4} fill="#fff" />
        </g>
      )}
    </svg>
  );
}
