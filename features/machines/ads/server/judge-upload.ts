import { uploadInfo } from '#features/base/uploads/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { storageKeyOf } from './ad-files.ts';
import { type Judged, judgePicture, judgeVideo } from './judge-media.ts';

/** Judges an uploaded picture or video by what is in the file, before a transaction begins. */
export async function judgeUpload({ db, session, services }: StaffContext, link: string): Promise<Judged> {
  const upload = await uploadInfo(db.read, session.scope, link);
  if (!upload) throw invalidField('link', 'ads:error.gone');
  const judge = upload.contentType.startsWith('video/') ? judgeVideo : judgePicture;
  return judge(services, storageKeyOf(link));
}
