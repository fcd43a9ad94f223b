import { Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Beside } from './beside.tsx';
import { ConversationList } from './conversation-list.tsx';
import classes from './reply.module.css';
import { Talk } from './talk.tsx';

/**
 * /reply: the conversations, the one that is open, and the player beside it. On a desk they stand side by side; on a phone one after
 * the other, and the way back is that of the browser.
 */
export default function Reply() {
  const t = useText();
  const desk = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  const [query, setQuery] = useSearchParams();
  const asked = z.uuid().safeParse(query.get('conversationId'));
  const chosen = asked.success ? asked.data : undefined;
  const beside = query.get('beside') !== null;
  const open = (conversationId: string) => {
    const next = new URLSearchParams(query);
    next.set('conversationId', conversationId);
    next.delete('beside');
    setQuery(next, { replace: desk && chosen !== undefined });
  };
  const show = {
    list: desk || !chosen,
    talk: desk || (chosen !== undefined && !beside),
    beside: chosen !== undefined && (desk || beside),
  };
  return (
    <div className={classes.columns} data-phone={desk ? undefined : true}>
      {show.list && (
        <Paper withBorder className={classes.column}>
          <ConversationList chosen={chosen} onChoose={open} />
        </Paper>
      )}
      {show.talk && (
        <Paper withBorder className={classes.column}>
          {chosen ? (
            <Talk
              key={chosen}
              conversationId={chosen}
              onBeside={desk ? undefined : () => setQuery({ conversationId: chosen, beside: '' })}
            />
          ) : (
            <EmptyState title={t('conversations:page.choose')} hint={t('conversations:page.chooseHint')} />
          )}
        </Paper>
      )}
      {show.beside && chosen && (
        <Paper withBorder className={classes.column} data-scrolls>
          <Beside key={chosen} conversationId={chosen} />
        </Paper>
      )}
    </div>
  );
}
