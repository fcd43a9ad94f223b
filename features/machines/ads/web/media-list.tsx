import { Paper, Progress } from '@mantine/core';
import { type Action, forOne, removal } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList, type RecordOf } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { sizeText } from '#kit/ui/fields/image-size.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { adsContract } from '../contract.ts';
import { MediaPreview } from './media-view.tsx';

const { listMedia, readMediaSpace, saveMedia, removeMedia } = adsContract;
type Media = RecordOf<typeof listMedia>;

const uploading = (kind: 'video' | 'picture') =>
  formAction({
    endpoint: saveMedia,
    lead: `ads:media.${kind}Lead`,
    fields: [
      { name: 'link', kind, label: `ads:mediaKind.${kind}`, busType: 'picture' },
      { name: 'name', hint: 'ads:media.nameHint' },
    ],
  });

/** What the library takes, what is left, and where the room on machines is smallest. */
function Space() {
  const t = useText();
  return (
    <Loaded call={[readMediaSpace, {}]} skeleton="nothing">
      {({ usedBytes, remainingBytes, videoMaxBytes, leastFreeBytes, leastFreeName }) => (
        <Paper withBorder p="md" mb="md">
          <Progress
            value={(usedBytes * 100) / Math.max(1, usedBytes + remainingBytes)}
            size="lg"
            mb={6}
            aria-label={t('ads:media.space')}
          />
          <Hint>
            {t('ads:media.spaceLine', { used: sizeText(usedBytes), left: sizeText(remainingBytes) })}{' '}
            {t('ads:media.limitLine', { most: sizeText(videoMaxBytes) })}{' '}
            {leastFreeBytes !== null &&
              t('ads:media.machineLine', { name: leastFreeName ?? '', free: sizeText(leastFreeBytes) })}
          </Hint>
        </Paper>
      )}
    </Loaded>
  );
}

const remove: Action<Media[]> = removal<Media>(removeMedia, {
  title: 'ads:media.removeTitle',
  body: 'ads:media.removeBody',
});

const list = defineList({
  endpoint: listMedia,
  columns: [
    { key: 'name', phone: 'what' },
    'kind',
    'length',
    'sizeBytes',
    { key: 'width', optional: true },
    { key: 'height', optional: true },
    'groups',
    'plays',
    'createdAt',
  ],
  filters: ['kind'],
  search: 'name',
  rowDetail: (media) => <Detail media={media} />,
  rowTitle: ({ name }) => name,
  actions: [
    { label: 'ads:media.addVideo', icon: 'video', primary: true, form: uploading('video') },
    { label: 'ads:media.addPicture', icon: 'photo', form: uploading('picture') },
  ],
  rowActions: [forOne(remove)],
  bulkActions: [remove],
  icon: 'photo',
  empty: { title: 'ads:media.empty', hint: 'ads:media.emptyHint' },
});

function Detail({ media }: { media: Media }) {
  const t = useText();
  return (
    <div>
      <MediaPreview {...media} />
      <Hint>
        {t('ads:media.size', { width: media.width, height: media.height, size: sizeText(media.sizeBytes) })}
      </Hint>
    </div>
  );
}

export default function MediaList() {
  return <ListPage definition={{ ...list, header: <Space /> }} />;
}
