import { Icon } from '#kit/ui/icons.tsx';
import classes from './ads.module.css';

interface Shown {
  kind: 'picture' | 'video';
  link: string;
  name: string;
}

/** A small picture of it; a video has none of its own. */
export function MediaThumb({ kind, link, name }: Shown) {
  if (kind === 'picture') return <img className={classes.thumb} src={link} alt={name} loading="lazy" />;
  return (
    <span className={classes.thumb} data-video>
      <Icon name="video" />
    </span>
  );
}

export function MediaPreview({ kind, link, name }: Shown) {
  if (kind === 'picture') return <img className={classes.preview} src={link} alt={name} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: people upload their own clips, which have no captions
    <video className={classes.preview} src={link} aria-label={name} controls preload="metadata" playsInline />
  );
}
