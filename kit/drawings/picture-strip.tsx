import { type ReactNode, useState } from 'react';
import classes from './picture-strip.module.css';

interface StripPicture {
  id: string;
  /** said to who can not see it */
  name: string;
  image: string;
}

interface PictureStripProps<P extends StripPicture> {
  pictures: readonly P[];
  label: string;
  /** where a tap on a picture leads: its link around it */
  around?: (picture: P, drawn: ReactNode) => ReactNode;
}

/**
 * Pictures side by side, moved by the thumb alone: the first one stays where it is until somebody wants the next. Its
 * room is there before it is.
 */
export function PictureStrip<P extends StripPicture>({ pictures, label, around }: PictureStripProps<P>) {
  const [place, setPlace] = useState(0);
  const many = pictures.length > 1;
  return (
    <section className={classes.frame} aria-label={label}>
      <ul
        className={classes.strip}
        // who has no thumb on the glass moves it by arrow keys
        tabIndex={many ? 0 : undefined}
        aria-label={label}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setPlace(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {pictures.map((picture, index) => {
          const drawn = (
            <img
              src={picture.image}
              alt={picture.name}
              className={classes.picture}
              {...(index === 0
                ? { fetchPriority: 'high' as const }
                : { loading: 'lazy' as const, decoding: 'async' as const })}
            />
          );
          return (
            <li key={picture.id} className={classes.slide}>
              {around ? around(picture, drawn) : drawn}
            </li>
          );
        })}
      </ul>
      {many && (
        <span className={classes.place} aria-hidden="true">
          {Math.min(place, pictures.length - 1) + 1}/{pictures.length}
        </span>
      )}
    </section>
  );
}
