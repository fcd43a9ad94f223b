import { Skeleton } from '@mantine/core';
import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { type TileSource, tileSource } from './map-calls.ts';
import classes from './map-picker.module.css';
import { MapSketch, type MapSketchProps } from './map-sketch.tsx';

const TileMap = lazy(() => import('./tile-map.tsx').then((all) => ({ default: all.TileMap })));

/** The library is its own chunk: when it can not be had, the sketch does. */
class Otherwise extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}

/** A real map where the operator has tiles and they come; a sketch everywhere else. */
export function MapCanvas(props: MapSketchProps) {
  const [source, setSource] = useState<TileSource | null | undefined>();
  useEffect(() => {
    const controller = new AbortController();
    tileSource(controller.signal).then(
      (found) => !controller.signal.aborted && setSource(found),
      () => !controller.signal.aborted && setSource(null),
    );
    return () => controller.abort();
  }, []);
  const sketch = <MapSketch {...props} />;
  const waiting = <Skeleton className={classes.sketch} />;
  if (source === undefined) return waiting;
  if (source === null) return sketch;
  return (
    <Otherwise instead={sketch}>
      <Suspense fallback={waiting}>
        <TileMap {...props} source={source} onFailed={() => setSource(null)} />
      </Suspense>
    </Otherwise>
  );
}
