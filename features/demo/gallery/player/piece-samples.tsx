import { useState } from 'react';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Badge, Blank, Notice, type Tone } from '#kit/player/notice.tsx';
import { Picture } from '#kit/player/picture.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';

const tones: readonly Tone[] = ['plain', 'good', 'warn', 'bad'];

export function PieceSamples() {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Card heading={t('gallery:player.buttons')}>
        <Button onClick={() => toast.success(t('gallery:player.pressed'))}>{t('gallery:player.main')}</Button>
        <Button kind="soft" onClick={() => setOpen(true)}>
          {t('gallery:player.openSheet')}
        </Button>
        <Button kind="danger" onClick={() => toast.failure(t('gallery:player.failed'))}>
          {t('gallery:player.danger')}
        </Button>
        <Button busy onClick={() => {}}>
          {t('gallery:player.busy')}
        </Button>
        <LinkButton kind="plain" to="/_kit/player/app/home">
          {t('gallery:player.tabBar')}
        </LinkButton>
      </Card>
      <Card
        heading={t('gallery:player.notices')}
        aside={<Badge tone="good">{t('gallery:player.badge')}</Badge>}
      >
        {tones.map((tone) => (
          <Notice key={tone} tone={tone}>
            {t(`gallery:player.notice.${tone}`)}
          </Notice>
        ))}
      </Card>
      <Card heading={t('gallery:player.facts')}>
        <Facts
          facts={[
            { name: t('gallery:player.city'), value: t('gallery:player.sampleName') },
            { name: t('gallery:player.districts'), value: 12 },
          ]}
        />
      </Card>
      <Card heading={t('gallery:player.pictures')}>
        <Picture src="/logo.svg" alt={t('gallery:player.logo')} />
        <Picture src="data:image/png;base64,AA==" alt={t('gallery:player.missing')} />
      </Card>
      <Card heading={t('gallery:player.loading')}>
        <Skeleton shape="row" count={2} />
      </Card>
      <Card>
        <Blank title={t('gallery:player.blank')} hint={t('gallery:player.blankHint')} />
      </Card>
      <Sheet open={open} title={t('gallery:player.sheet')} onClose={() => setOpen(false)}>
        <p>{t('gallery:player.sheetText')}</p>
        <Button onClick={() => setOpen(false)}>{t('kit:action.close')}</Button>
      </Sheet>
    </>
  );
}
