import { useEffect, useState } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';
import { Button } from './button.tsx';
import classes from './code.module.css';

/** In groups of four, as people read numbers aloud. */
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ');

/** A code to say or to type: large, in groups, and copied with a tap. */
export function CodeText({ code, label }: { code: string; label: string }) {
  const t = useText();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      toast.success(t('kit:action.copied'));
    } catch {
      // plain http and some in-app browsers have no clipboard; the code can be selected
      toast.failure(t('kit:ui.copyFailed'));
    }
  };
  return (
    <div className={classes.code}>
      <span className={classes.label}>{label}</span>
      <span className={classes.text}>{grouped(code)}</span>
      <Button kind="plain" onClick={() => void copy()}>
        {t('kit:action.copy')}
      </Button>
    </div>
  );
}

/** Something to be scanned: always dark on white, whatever the scheme. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const [drawn, setDrawn] = useState<{ content: string; source: string }>();
  useEffect(() => {
    let gone = false;
    void import('qrcode').then(async ({ toString: draw }) => {
      const svg = await draw(content, { type: 'svg', errorCorrectionLevel: 'H', margin: 2 });
      if (!gone) setDrawn({ content, source: `data:image/svg+xml,${encodeURIComponent(svg)}` });
    });
    return () => {
      gone = true;
    };
  }, [content]);
  return (
    <figure className={classes.figure}>
      <span className={classes.qr} aria-busy={drawn?.content !== content || undefined}>
        {drawn?.content === content && <img src={drawn.source} alt={label} className={classes.drawing} />}
      </span>
      <figcaption className={classes.label}>{label}</figcaption>
    </figure>
  );
}
