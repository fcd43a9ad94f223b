import { Alert, Badge } from '@mantine/core';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { sizeText } from '#kit/ui/fields/image-size.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { adsContract } from '../contract.ts';
import classes from './ads.module.css';
import { MediaThumb } from './media-view.tsx';
import { termText } from './term-text.ts';

/** What one machine shows, in its order, and which files it has confirmed. */
export function ScreenDetail({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  return (
    <Loaded call={[adsContract.readScreen, { equipmentId }]} skeleton="list">
      {({ items, state, percent, reason, freeBytes, shown }) => (
        <>
          {!shown && <Alert mb="sm">{t('ads:set.mainOff')}</Alert>}
          {reason && (
            <Alert color="red" mb="sm">
              {t(`ads:screenReason.${reason}`)}
            </Alert>
          )}
          <Hint>
            {state === 'downloading' ? t('ads:set.loading', { percent }) : t(`ads:screenState.${state}`)}
            {freeBytes !== null && ` · ${t('ads:set.free', { free: sizeText(freeBytes) })}`}
          </Hint>
          {items.length === 0 ? (
            <EmptyState title={t('ads:set.nothing')} hint={t('ads:set.nothingHint')} />
          ) : (
            <ol className={classes.items}>
              {items.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand there twice
                <li key={`${item.id} ${index}`} className={classes.item}>
                  <MediaThumb {...item} />
                  <span className={classes.what}>
                    {item.name}
                    <small>
                      {t('ads:set.itemLine', { seconds: item.seconds, count: item.plays })} ·{' '}
                      {termText(t, item)}
                    </small>
                  </span>
                  {item.isTask && <Badge color="blue">{t('ads:set.task')}</Badge>}
                  <Badge color={item.stored ? 'green' : 'gray'}>
                    {t(item.stored ? 'ads:set.stored' : 'ads:set.notYet')}
                  </Badge>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Loaded>
  );
}
