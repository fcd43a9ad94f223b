import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { hasWords } from '#kit/ui/words.ts';
import { Button } from './button.tsx';
import classes from './list.module.css';
import { Blank } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';
import type { PagedAnswer } from './use-pages.ts';

/** Rows on one surface; `label` names it to people who can not see it. */
export const List = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={classes.list} aria-label={label}>
    {children}
  </ul>
);

interface RowProps {
  picture?: ReactNode;
  title: ReactNode;
  /** where, how and when, below it */
  note?: ReactNode;
  /** how much, at the end */
  value?: ReactNode;
  /** below the value: in which state it is */
  state?: ReactNode;
  to?: string;
  onClick?: () => void;
}

/** A line that is too long for the phone is cut off: its title says the whole. */
const wordsOf = (text: ReactNode) => (typeof text === 'string' ? text : undefined);

/** Two lines: what and how much; where, when and in which state. */
export function Row(props: RowProps) {
  // texts of another feature may still be on their way: nothing to tap until it says what it is
  const leads = Boolean(props.to || props.onClick);
  if (leads && !hasWords([props.title, props.value, props.note, props.state])) return null;
  const inside = (
    <>
      {props.picture}
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.title} title={wordsOf(props.title)}>
            {props.title}
          </span>
          {props.value && <span className={classes.value}>{props.value}</span>}
        </span>
        {(props.note || props.state) && (
          <span className={classes.line}>
            <span className={classes.note} title={wordsOf(props.note)}>
              {props.note}
            </span>
            {props.state}
          </span>
        )}
      </span>
      {leads && (
        <svg viewBox="0 0 24 24" className={classes.arrow} aria-hidden="true">
          <path d="M9 5l7 7-7 7" />
        </svg>
      )}
    </>
  );
  return (
    <li className={classes.item}>
      {props.to ? (
        <AppLink to={props.to} className={classes.row}>
          {inside}
        </AppLink>
      ) : props.onClick ? (
        <button type="button" className={classes.row} onClick={props.onClick}>
          {inside}
        </button>
      ) : (
        <div className={classes.row}>{inside}</div>
      )}
    </li>
  );
}

interface EndlessListProps<R> {
  answer: PagedAnswer<R>;
  rowKey: (row: R) => string;
  row: (row: R) => ReactNode;
  /** when there is nothing at all: what it would be, and what to do */
  empty: { title: string; hint?: string; action?: ReactNode };
  label?: string;
}

/** All pages of a list, the next one fetched as its end comes into sight. */
export function EndlessList<R>({ answer, rowKey, row, empty, label }: EndlessListProps<R>) {
  const t = useText();
  const { rows, hasMore, loading, failure, more } = answer;
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(more);
  latest.current = more;
  const count = rows?.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page it is looked whether the end is still in sight
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore || failure) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && latest.current(),
      // a screen ahead, so that nobody waits at the end
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, failure, count]);
  if (!rows && failure)
    return (
      <Blank title={t('kit:ui.loadFailed')} hint={failure}>
        <Button kind="soft" onClick={() => void answer.again()}>
          {t('kit:action.retry')}
        </Button>
      </Blank>
    );
  if (!rows) return <Skeleton shape="row" count={5} />;
  if (rows.length === 0)
    return (
      <Blank title={empty.title} hint={empty.hint}>
        {empty.action}
      </Blank>
    );
  return (
    <>
      <List label={label}>
        {rows.map((entry) => (
          <Fragment key={rowKey(entry)}>{row(entry)}</Fragment>
        ))}
      </List>
      <div ref={end} className={classes.end} role="status">
        {failure ? (
          <Button kind="plain" onClick={more}>
            {t('kit:action.retry')}
          </Button>
        ) : hasMore && loading ? (
          t('kit:state.loading')
        ) : (
          !hasMore && t('kit:player.end', { count: rows.length })
        )}
      </div>
    </>
  );
}
