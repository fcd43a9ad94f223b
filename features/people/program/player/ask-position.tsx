import { Button } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { locate, type Position } from './position.ts';
import classes from './program.module.css';

/** Why we ask stands before the browser's own question, and nothing is asked before the tap. */
export function AskPosition({ position }: { position: Position }) {
  const t = useText();
  if (position.state === 'known') return null;
  return (
    <Card>
      <p className={classes.hint}>
        {t(position.state === 'refused' ? 'program:near.refused' : 'program:near.why')}
      </p>
      <Button kind="soft" busy={position.state === 'asking'} onClick={locate}>
        {t(position.state === 'asking' ? 'program:near.asking' : 'program:near.ask')}
      </Button>
    </Card>
  );
}
