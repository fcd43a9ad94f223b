import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './coin-link.module.css';

/** A coin on its way into the slot. */
export function CoinPicture({ moving = false }: { moving?: boolean }) {
  return (
    <svg className={classes.picture} viewBox="0 0 160 160" fill="none" aria-hidden="true" focusable="false">
      <rect className={classes.machine} x="34" y="84" width="92" height="66" rx="12" />
      <rect className={classes.slot} x="58" y="98" width="44" height="7" rx="3.5" />
      <g className={classes.coin} data-moving={moving || undefined}>
        <circle className={classes.coinFace} cx="80" cy="46" r="32" />
        <circle className={classes.coinRing} cx="80" cy="46" r="23" />
        <path className={classes.coinMark} d="M80 34v24" />
      </g>
    </svg>
  );
}

interface NoticeProps {
  title: ReactNode;
  hint?: ReactNode;
  link?: { to: string; label: string };
  action?: { label: string; run: () => void };
}

export function CoinNotice({ title, hint, link, action }: NoticeProps) {
  return (
    <div className={classes.page}>
      <CoinPicture />
      <h1 className={classes.title}>{title}</h1>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && (
        <button type="button" className={classes.button} onClick={action.run}>
          {action.label}
        </button>
      )}
      {link && (
        <Link className={classes.quiet} to={link.to}>
          {link.label}
        </Link>
      )}
    </div>
  );
}
