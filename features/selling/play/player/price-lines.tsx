import { Money } from '#kit/player/amount.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './machine.module.css';

/** How a price comes about, line by line; one line where nothing was taken off. */
export function PriceLines(props: {
  lines: readonly { text: string; amountFen: number }[];
  name: string;
  totalFen: number;
  /** it is no longer to be paid */
  paid?: boolean;
}) {
  const t = useText();
  const lines = props.lines.length > 0 ? props.lines : [{ text: props.name, amountFen: props.totalFen }];
  return (
    <dl className={classes.lines}>
      {lines.map(({ text, amountFen }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they change together, and two goods may have one name
        <div key={place}>
          <dt>{text}</dt>
          <dd>
            {amountFen < 0 && '−'}
            <Money fen={Math.abs(amountFen)} />
          </dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>{t(props.paid ? 'play:confirm.paid' : 'play:confirm.total')}</dt>
        <dd>
          <Money fen={props.totalFen} big />
        </dd>
      </div>
    </dl>
  );
}
