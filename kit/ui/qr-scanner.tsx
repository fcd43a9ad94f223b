import { Button, FileButton, Group, Loader, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Hint } from './display.tsx';
import { useText } from './i18n.ts';
import { Icon } from './icons.tsx';
import { qrDecoder } from './qr-decode.ts';
import classes from './qr-scanner.module.css';
import type { Codes } from './read-codes.ts';
import { toast } from './toast.ts';

const lookEveryMs = 150;
/** Long enough to see that it was found, as people are used to from other scanners. */
const shownFoundMs = 1000;

type Phase = 'starting' | 'looking' | 'found' | 'refused' | 'absent' | 'failed';

/** Why there is no picture: the person said no, there is no camera (or no safe connection), or something broke. */
function phaseOf(error: unknown): Phase {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'failed';
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function useScanner(codes: Codes, onFound: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [phase, setPhase] = useState<Phase>('starting');
  const [attempt, setAttempt] = useState(0);
  const found = useRef(onFound);
  found.current = onFound;

  const report = useCallback((text: string) => {
    setPhase('found');
    navigator.vibrate?.(60);
    return setTimeout(() => found.current(text), shownFoundMs);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the wish to try again
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const look = async () => {
      const decode = await qrDecoder(codes);
      const text = video.current && !ended ? await decode(video.current).catch(() => undefined) : undefined;
      if (ended) return;
      timer = text ? report(text) : setTimeout(look, lookEveryMs);
    };
    const start = async () => {
      if (!navigator.mediaDevices) return setPhase('absent');
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      await qrDecoder(codes);
      if (ended || !video.current) return stop(stream);
      video.current.srcObject = stream;
      await video.current.play();
      setPhase('looking');
      await look();
    };
    setPhase('starting');
    start().catch((error) => {
      if (!ended) setPhase(phaseOf(error));
    });
    return () => {
      ended = true;
      clearTimeout(timer);
      stop(stream);
    };
  }, [attempt, report, codes]);

  return { video, phase, retry: () => setAttempt((before) => before + 1), report };
}

interface QrScannerProps {
  /** also the bars on goods */
  codes?: Codes;
  onFound: (text: string) => void;
}

/** Reads a code with the camera, or out of a photo where there is no camera. */
export function QrScanner({ codes = 'qr', onFound }: QrScannerProps) {
  const t = useText();
  const { video, phase, retry, report } = useScanner(codes, onFound);
  const readPhoto = async (file: File | null) => {
    if (!file) return;
    try {
      const picture = await createImageBitmap(file);
      const text = await (await qrDecoder(codes))(picture);
      if (text) report(text);
      else toast.failure(t('kit:scan.nothingInPhoto'));
    } catch {
      toast.failure(t('kit:scan.failed'));
    }
  };
  const broken = phase === 'refused' || phase === 'absent' || phase === 'failed';
  return (
    <div>
      <div className={classes.frame}>
        <video ref={video} className={classes.video} muted playsInline hidden={broken} />
        {!broken && phase !== 'starting' && (
          <div className={classes.target} data-found={phase === 'found' || undefined} />
        )}
        {(broken || phase === 'starting') && (
          <div className={classes.notice} role="status">
            {broken ? <Icon name="camera" size={40} /> : <Loader color="white" />}
            <Text>{t(`kit:scan.${phase}`)}</Text>
            {broken && phase !== 'absent' && (
              <Button variant="white" onClick={retry}>
                {t('kit:action.retry')}
              </Button>
            )}
          </div>
        )}
      </div>
      <Group justify="center" mt="sm">
        <Hint aria-live="polite">
          {phase === 'looking' || phase === 'found' ? t(`kit:scan.${phase}`) : ''}
        </Hint>
        <FileButton accept="image/*" capture="environment" onChange={(file) => void readPhoto(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="photo" />}>
              {t('kit:scan.photo')}
            </Button>
          )}
        </FileButton>
      </Group>
    </div>
  );
}
