import { useState } from 'react';
import classes from './picture.module.css';

/** A picture that takes its room before it is there, and shows a quiet surface where it never comes. */
export function Picture(props: { src: string; alt: string; shape?: 'wide' | 'square' | 'round' }) {
  const { src, alt, shape = 'wide' } = props;
  const [failed, setFailed] = useState<string>();
  return (
    <span className={classes.frame} data-shape={shape}>
      {src && failed !== src ? (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          className={classes.picture}
          onError={() => setFailed(src)}
        />
      ) : (
        <span role="img" aria-label={alt} className={classes.missing}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 17l5-6 4 5 3-3 4 4M4 5h16v14H4zM15.5 9.5h.01" />
          </svg>
        </span>
      )}
    </span>
  );
}
