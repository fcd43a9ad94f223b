import { type TouchEventHandler, useRef, useState } from 'react';
import { isPulledEnough, pulledPx } from './pull.ts';

const busyPx = 44;

/** The page follows the finger and loads again when it is let go: what happens, of which staff and players see their own drawing. */
export function usePull(onRefresh: () => Promise<unknown>) {
  const start = useRef<number | undefined>(undefined);
  const [fingerPx, setFingerPx] = useState(0);
  const [busy, setBusy] = useState(false);
  const rest = () => {
    start.current = undefined;
    setFingerPx(0);
  };
  const end = async () => {
    const enough = isPulledEnough(fingerPx);
    rest();
    if (!enough || busy) return;
    setBusy(true);
    try {
      await onRefresh();
    } finally {
      setBusy(false);
    }
  };
  const onTouchStart: TouchEventHandler = ({ touches }) => {
    if (window.scrollY <= 0) start.current = touches[0]?.clientY;
  };
  const onTouchMove: TouchEventHandler = ({ touches }) => {
    if (start.current === undefined || !touches[0]) return;
    setFingerPx(window.scrollY > 0 ? 0 : touches[0].clientY - start.current);
  };
  return {
    touch: { onTouchStart, onTouchMove, onTouchEnd: () => void end(), onTouchCancel: rest },
    busy,
    pulled: fingerPx > 0,
    enough: isPulledEnough(fingerPx),
    roomPx: busy ? busyPx : pulledPx(fingerPx),
  };
}
