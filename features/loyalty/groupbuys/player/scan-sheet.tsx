import { useEffect, useRef, useState } from 'react';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './groupbuy.module.css';

const lookEveryMs = 200;

/** Calls `found` once; what it gives back closes the camera. */
function look(video: HTMLVideoElement, found: (text: string) => void, failed: () => void): () => void {
  let stream: MediaStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const close = () => {
    ended = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const start = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    // fetched when somebody scans, and not with the page (docs/decisions/0054)
    const { qrDecoder } = await import('#kit/ui/qr-decode.ts');
    const decode = await qrDecoder('all');
    if (ended) return close();
    video.srcObject = stream;
    await video.play();
    const next = async () => {
      const text = await decode(video).catch(() => undefined);
      if (ended) return;
      if (text) found(text);
      else timer = setTimeout(next, lookEveryMs);
    };
    await next();
  };
  start().catch(() => {
    if (!ended) failed();
  });
  return close;
}

interface ScanSheetProps {
  open: boolean;
  onClose: () => void;
  onFound: (text: string) => void;
}

/** The camera over the page, until it has read a code. */
export function ScanSheet({ open, onClose, onFound }: ScanSheetProps) {
  const t = useText();
  return (
    <Sheet open={open} title={t('groupbuys:own.scan')} onClose={onClose}>
      <Camera onFound={onFound} />
    </Sheet>
  );
}

function Camera({ onFound }: { onFound: (text: string) => void }) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => {
    if (!video.current) return;
    return look(
      video.current,
      (text) => found.current(text),
      () => setFailed(true),
    );
  }, []);
  if (failed) return <Notice tone="warn">{t('groupbuys:own.noCamera')}</Notice>;
  return (
    <>
      <video ref={video} className={classes.camera} playsInline muted />
      <p className={classes.hint}>{t('groupbuys:own.scanHint')}</p>
    </>
  );
}
