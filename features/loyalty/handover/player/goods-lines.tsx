import type { ReactNode } from 'react';
import { Money } from '#kit/player/amount.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { nameOf } from '../rules/handover-rules.ts';
import classes from './handover.module.css';

interface Shown {
  variantId: string;
  name: string;
  /** which one of it; empty where there is only one */
  variantName: string;
  picture: string | null;
  unitFen: number;
  /** of one piece, in words, where it is not money alone */
  price?: string;
  pieces: number;
  problem?: string | null;
}

const lineName = ({ name, variantName }: Shown) => nameOf({ goodName: name, variantName });

/** What is bought, line by line; `aside` stands for how many, `corner` beside the name. */
export function GoodsLines<L extends Shown>({
  lines,
  aside,
  corner,
}: {
  lines: readonly L[];
  aside?: (line: L) => ReactNode;
  corner?: (line: L) => ReactNode;
}) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line.variantId} className={classes.line}>
          <Picture src={line.picture ?? ''} alt={lineName(line)} shape="square" />
          <div className={classes.lineWords}>
            <span className={classes.lineHead}>
              <span className={classes.lineTitle}>{lineName(line)}</span>
              {corner?.(line)}
            </span>
            {line.problem && <p className={classes.problem}>{line.problem}</p>}
            <span className={classes.lineFoot}>
              {line.price ?? <Money fen={line.unitFen} />}
              {aside ? aside(line) : <span>× {line.pieces}</span>}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
