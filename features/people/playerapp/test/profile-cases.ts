/** What players say of themselves: picture, phone, birthday, a card and an identity for refunds. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { issuePlayerToken, provePhone, rememberPlayer } from '#features/base/players/server/public.ts';
import { type Arcade, playerId } from '#features/selling/orders/test/arcade.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { playerAppContract as calls } from '../contract.ts';
import { ownFile } from './leaving.ts';

const cardNumber = '6222020000000007';
const idNumber = '11010519491231002X';

export function profileCases(arcadeOf: () => Arcade): void {
  const player = (name?: string) => arcadeOf().player(name);
  const codeSentTo = (phone: string) =>
    arcadeOf().server.messages.findLast((message) => message.phone === phone)!.params.code!;
  const upload = async (bytes: Buffer) => {
    const { server } = arcadeOf();
    const token = await issuePlayerToken(server.services, {
      id: playerId,
      tokenGeneration: await generation(),
    });
    const boundary = 'one-picture';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="me.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    return server.app.inject({
      method: 'POST',
      url: calls.uploadOwnPhoto.path,
      headers: {
        'blade-auth': `bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
  };
  const generation = async () => {
    const [row] = await arcadeOf().server.services.db.raw<[{ generation: number }]>`
      select token_generation as generation from player where id = ${playerId}`;
    return row.generation;
  };

  describe('a player’s profile', () => {
    it('has a picture of the player’s own: small, without where it was taken, and the old one is gone', async () => {
      const { server } = arcadeOf();
      const taken = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c84' } })
        .withExif({ IFD0: { Copyright: 'somebody at home' } })
        .jpeg()
        .toBuffer();
      expect(taken.includes('somebody at home')).toBe(true);
      const first = (await upload(taken)).json<{ data: { playerPhoto: string } }>().data.playerPhoto;
      const shown = await server.app.inject({ method: 'GET', url: first });
      expect(shown.statusCode).toBe(200);
      const { width, exif } = await sharp(shown.rawPayload).metadata();
      expect({ width, exif }).toEqual({ width: 320, exif: undefined });
      expect(await (await player()).call(playersContract.readSelf, {})).toMatchObject({ playerPhoto: first });
      const second = (await upload(taken)).json<{ data: { playerPhoto: string } }>().data.playerPhoto;
      expect((await server.app.inject({ method: 'GET', url: first })).statusCode).toBe(404);
      expect((await upload(Buffer.from('<svg onload=alert(1)>'))).statusCode).toBe(400);
      // the platform tells its own picture with every log-in
      const [row] = await server.services.db.raw<[{ app: string; open: string }]>`
        select app_id as app, open_id as open from player where id = ${playerId}`;
      const again = await server.services.db.transaction((tx) =>
        rememberPlayer(tx, {
          platform: 'wechat',
          appId: row.app,
          openId: row.open,
          photo: 'https://wechat.example/face.jpg',
        }),
      );
      expect(again).toMatchObject({ id: playerId, photo: second });
    });

    it('has a birthday that can be, or none', async () => {
      const client = await player();
      const save = (birthday: string) => client.call(playersContract.updateSelf, { birthday });
      expect(await save('1998-02-28')).toMatchObject({ birthday: '1998-02-28', playerName: '林小雨' });
      for (const never of ['2999-01-01', '1899-12-31', '1998-02-30'])
        expect(await refusal(save(never))).toMatchObject({ status: 400 });
      expect(await client.call(playersContract.readSelf, {})).toMatchObject({ birthday: '1998-02-28' });
      expect(await save('')).toMatchObject({ birthday: null });
    });

    it('has a phone that got the code; who has a payment password types it, and no way in is taken from somebody', async () => {
      const { server } = arcadeOf();
      const client = await player();
      const [before, after] = ['13900000001', '13788880001'];
      const change = (phone: string, code: string, password?: string) =>
        refusalOf(client.call(calls.changePhone, { phone, code, password }));
      server.clock.forward(2 * minuteMs);
      await client.call(calls.sendNewPhoneCode, { phone: after });
      const code = codeSentTo(after);
      expect(await change('13788880002', code)).toBe('accounts:error.codeWrong');
      await client.call(calls.setPayPassword, { password: '135790' });
      expect(await change(after, code)).toBe('playerapp:error.passwordFirst');
      expect(await change(after, code, '246801')).toBe('playerapp:error.wrongPassword');
      // a phone that was proven otherwise, without the password, does not reset it
      await server.services.db.transaction((tx) =>
        provePhone(tx, server.services, { playerId, phone: '13788889999', now: server.clock.now() }),
      );
      expect(await client.call(calls.readPayPassword, {})).toMatchObject({ phone: '139****0001' });
      expect(await change(after, code, '135790')).toBe('done');
      expect(await client.call(calls.readPayPassword, {})).toMatchObject({ phone: '137****0001' });
      expect(await change(after, code, '135790')).toBe('accounts:error.codeWrong');
      expect(await client.call(playersContract.readSelf, {})).toMatchObject({ phone: '137****0001' });
      await client.call(calls.removePayPassword, { password: '135790' });
      server.clock.forward(61 * secondMs);
      await client.call(calls.sendNewPhoneCode, { phone: before });
      expect(await change(before, codeSentTo(before))).toBe('done');
      // who logs in by phone can not take the number of another who does
      const nobody = await server.as(undefined);
      const logIn = async (phone: string) => {
        await nobody.call(playersContract.sendLoginCode, { phone });
        return nobody.call(playersContract.logInByPhone, { phone, code: codeSentTo(phone) });
      };
      const one = await logIn('13788880003');
      await logIn('13788880004');
      const moving = server.withToken(one.access_token);
      server.clock.forward(61 * secondMs);
      await moving.call(calls.sendNewPhoneCode, { phone: '13788880004' });
      const wish = { phone: '13788880004', code: codeSentTo('13788880004') };
      expect(await refusalOf(moving.call(calls.changePhone, wish))).toBe('players:error.phoneTaken');
      await moving.call(calls.sendNewPhoneCode, { phone: '13788880005' });
      await moving.call(calls.changePhone, { phone: '13788880005', code: codeSentTo('13788880005') });
      server.clock.forward(61 * secondMs);
      expect((await logIn('13788880005')).player.id).toBe(one.player.id);
    });

    it('has a card and an identity that are checked, sealed, masked, in the file, and forgotten when asked', async () => {
      const { server } = arcadeOf();
      const client = await player();
      const card = (number: string) =>
        refusalOf(client.call(calls.saveOwnCard, { holderName: '林小雨', number }));
      expect(await card('6222020000000008')).toBe('playerapp:error.cardNumber');
      expect(await card('6222 0200 0000 0007')).toBe('done');
      const identity = (number: string) =>
        refusal(client.call(calls.saveIdentity, { name: '林小雨', number }));
      expect(await identity('110105194912310021')).toMatchObject({ status: 400 });
      await client.call(calls.saveIdentity, { name: '林小雨', number: idNumber.toLowerCase() });
      expect((await client.call(calls.readOwnCard, {})).card).toMatchObject({
        holderName: '林小雨',
        numberMasked: '6222********0007',
      });
      expect((await client.call(calls.readIdentity, {})).identity?.numberMasked).toBe('110*************2X');
      const { raw } = server.services.db;
      const kept = [await raw`select * from player_bank_card`, await raw`select * from player_identity`];
      for (const secret of [cardNumber, idNumber]) expect(JSON.stringify(kept)).not.toContain(secret);
      const file = await ownFile(server, client);
      expect(file.records.papers).toMatchObject([
        { bankCard: { number: '6222********0007' } },
        { identity: { number: '110*************2X' } },
      ]);
      for (const secret of [cardNumber, idNumber]) expect(JSON.stringify(file)).not.toContain(secret);
      expect(await (await player('张伟')).call(calls.readOwnCard, {})).toMatchObject({ card: null });

      // staff see them of who stands there, and the log says so
      server.clock.forward(minuteMs);
      const { code } = (await client.call(calls.readMemberCodes, {})).codes[0]!;
      const staff = await arcadeOf().staff();
      expect(await staff.call(calls.identifyMember, { code })).toMatchObject({ papers: true });
      expect(await staff.call(calls.lookAtPapers, { code, reason: 'refund of order 7' })).toEqual({
        card: { holderName: '林小雨', bankName: expect.any(String), number: cardNumber },
        identity: { name: '林小雨', number: idNumber },
      });
      const looks = await raw`select after from audit_entry where action = 'playerapp.lookAtPapers'`;
      expect(looks).toEqual([{ after: { reason: 'refund of order 7' } }]);
      const other = await server.logIn('merchant2');
      expect(await refusalOf(other.call(calls.lookAtPapers, { code, reason: 'curious' }))).toBe(
        'playerapp:error.usedMemberCode',
      );
      await client.call(calls.removeOwnCard, {});
      await client.call(calls.removeIdentity, {});
      expect(await raw`select 1 from player_bank_card union all select 1 from player_identity`).toEqual([]);
    });
  });
}
