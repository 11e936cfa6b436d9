import { expect, test } from "bun:test";
import { createBucket, createBuckets } from "../../daemon/lib/token-bucket.ts";

test("a bucket gives its burst at once, then one token each interval", () => {
  const bucket = createBucket(2, 3);
  for (let taken = 0; taken < 3; taken++) {
    expect(bucket.wait(1000)).toBe(0);
    bucket.take(1000);
  }
  expect(bucket.wait(1000)).toBe(500);
  expect(bucket.wait(1250)).toBe(250);
  expect(bucket.wait(1500)).toBe(0);
});

test("a bucket never holds more than its burst", () => {
  const bucket = createBucket(10, 2);
  bucket.wait(1000);
  expect(bucket.wait(3_600_000)).toBe(0);
  bucket.take(3_600_000);
  bucket.take(3_600_000);
  expect(bucket.wait(3_600_000)).toBe(100);
});

test("the least recently used bucket is forgotten first", () => {
  const bucketOf = createBuckets(2, () => createBucket(1, 1));
  bucketOf("first").take(1);
  bucketOf("second").take(1);
  bucketOf("first").wait(1);
  bucketOf("third").take(1);
  expect(bucketOf("first").wait(1)).toBeGreaterThan(0);
  expect(bucketOf("second").wait(1)).toBe(0);
});
