import 'leaflet/dist/leaflet.css';
import {
  circleMarker,
  control,
  divIcon,
  type LatLngTuple,
  type LayerGroup,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  layerGroup,
  map as makeMap,
  marker,
  tileLayer,
} from 'leaflet';
import { useEffect, useRef } from 'react';
import { toGcj02, toWgs84 } from '#kit/kernel/datum.ts';
import { useText } from '../i18n.ts';
import type { TileSource } from './map-calls.ts';
import { earthRadiusM, type Point } from './map-geometry.ts';
import classes from './map-picker.module.css';
import type { MapSketchProps } from './map-sketch.tsx';

const stepPx = 8;
const dotPx = 6;
const closestZoom = 19;
const pinPx: [number, number] = [24, 33];
const pinDrawing =
  '<svg viewBox="-12 -32 24 33" width="24" height="33" aria-hidden="true"><path d="M0 0C-9 -11 -11 -16 -11 -20a11 11 0 0 1 22 0c0 4 -2 9 -11 20z"/><circle cx="0" cy="-20" r="4"/></svg>';

/** Our points are GCJ-02; tiles may be drawn in what satellites say. */
const ways = {
  gcj02: { toMap: (point: Point) => point, fromMap: (point: Point) => point },
  wgs84: { toMap: toWgs84, fromMap: toGcj02 },
};

interface TileMapProps extends MapSketchProps {
  source: TileSource;
  /** not one tile came */
  onFailed: () => void;
}

/** The map stays while the page draws again: what handlers do is looked up when something happens. */
function useMap({ source, onFailed }: TileMapProps, onTap: (event: LeafletMouseEvent) => void) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ map: LeafletMap; marks: LayerGroup }>(undefined);
  const t = useText();
  const now = { onFailed, onTap, zoomIn: t('kit:ui.zoomIn'), zoomOut: t('kit:ui.zoomOut') };
  const current = useRef(now);
  current.current = now;
  useEffect(() => {
    if (!box.current) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const map = makeMap(box.current, {
      // arrow keys move the pin
      keyboard: false,
      attributionControl: false,
      zoomControl: false,
      zoomAnimation: !calm,
      fadeAnimation: !calm,
      maxZoom: closestZoom,
    });
    const { zoomIn, zoomOut } = current.current;
    control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
    control.attribution({ prefix: false }).addTo(map);
    const tiles = tileLayer(source.url, {
      maxZoom: closestZoom,
      maxNativeZoom: source.maxZoom,
      attribution: escaped(source.attribution),
    });
    let came = false;
    tiles.on('tileload', () => {
      came = true;
    });
    // a place without tiles is no broken map; one of which nothing comes is
    tiles.on('load', () => {
      if (!came) current.current.onFailed();
    });
    tiles.addTo(map);
    map.on('click', (event) => current.current.onTap(event));
    drawn.current = { map, marks: layerGroup().addTo(map) };
    return () => {
      drawn.current = undefined;
      map.remove();
    };
  }, [source]);
  return { box, drawn };
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** The same as the sketch, on tiles of a real map. */
export function TileMap(props: TileMapProps) {
  const { source, centre, radiusM, places, chosen, onPlace, onPoint } = props;
  const t = useText();
  const { toMap, fromMap } = source.isWgs84 ? ways.wgs84 : ways.gcj02;
  const tupleOf = (point: Point): LatLngTuple => {
    const { latitude, longitude } = toMap(point);
    return [latitude, longitude];
  };
  const pointOf = ({ lat, lng }: { lat: number; lng: number }) => fromMap({ latitude: lat, longitude: lng });
  const { box, drawn } = useMap(props, ({ latlng }) => onPoint(pointOf(latlng)));
  const [lat, lng] = tupleOf(centre);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new map begins where the old one stood
  useEffect(() => {
    const span = (radiusM / earthRadiusM) * (180 / Math.PI);
    const wide = span / Math.cos((lat * Math.PI) / 180);
    drawn.current?.map.fitBounds([
      [lat - span, lng - wide],
      [lat + span, lng + wide],
    ]);
  }, [lat, lng, radiusM, source]);

  useEffect(() => {
    const marks = drawn.current?.marks;
    if (!marks) return;
    marks.clearLayers();
    for (const place of places)
      circleMarker(tupleOf(place), { radius: dotPx, className: classes.tileDot })
        .on('click', (event) => {
          event.originalEvent.stopPropagation();
          onPlace(place);
        })
        .bindTooltip(escaped(place.title))
        .addTo(marks);
    if (!chosen) return;
    marker(tupleOf(chosen), {
      draggable: true,
      keyboard: false,
      icon: divIcon({
        className: classes.tilePin ?? '',
        html: pinDrawing,
        iconSize: pinPx,
        iconAnchor: [pinPx[0] / 2, pinPx[1] - 1],
      }),
    })
      .on('dragend', ({ target }) => onPoint(pointOf(target.getLatLng())))
      .addTo(marks);
  });

  const nudge = (x: number, y: number) => {
    const map = drawn.current?.map;
    if (!map) return;
    const at = map.latLngToContainerPoint(tupleOf(chosen ?? centre));
    onPoint(pointOf(map.containerPointToLatLng([at.x + x, at.y + y])));
  };

  return (
    <div
      ref={box}
      className={`${classes.sketch} ${classes.tiles}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the pin moves with the arrow keys
      tabIndex={0}
      role="application"
      aria-label={t('kit:ui.mapTiles')}
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
    />
  );
}
