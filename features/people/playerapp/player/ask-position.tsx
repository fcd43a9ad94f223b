import { Button } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './player-app.module.css';
import { locate, type Position } from './position.ts';

/** Why we ask stands before the browser's own question, and nothing is asked before the tap. */
export function AskPosition({ position }: { position: Position }) {
  const t = useText();
  if (position.state === 'known') return null;
  return (
    <Card>
      <p className={classes.hint}>
        {t(position.state === 'refused' ? 'playerapp:near.refused' : 'playerapp:near.why')}
      </p>
      <Button kind="soft" busy={position.state === 'asking'} onClick={locate}>
        {t(position.state === 'asking' ? 'playerapp:near.asking' : 'playerapp:near.ask')}
      </Button>
    </Card>
  );
}
