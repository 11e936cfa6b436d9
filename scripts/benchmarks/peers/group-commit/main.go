// What a good engineer would write by hand: an API that stores each message as one row, with all requests that wait
// sharing a commit. It checks a key, reads the body and answers as Waypost does; it sends nothing.
package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
)

const mostRows = 512

type message struct {
	ID        string          `json:"id"`
	Channel   string          `json:"channel_id"`
	To        string          `json:"to"`
	Type      string          `json:"type"`
	Content   json.RawMessage `json:"content"`
	Status    string          `json:"status"`
	CreatedAt time.Time       `json:"created_at"`
}

// A message that waits for its commit.
type waiting struct {
	message   message
	committed chan error
}

// main takes the database's address and the key that requests have to show.
func main() {
	ctx := context.Background()
	database, err := pgx.Connect(ctx, os.Args[1])
	check(err)
	_, err = database.Exec(ctx, `create table if not exists rows_by_hand (
		id text primary key, channel_id text not null, recipient text not null, type text not null,
		content text not null, status text not null, created_at timestamptz not null)`)
	check(err)
	queue := make(chan waiting, 4096)
	go commitAll(ctx, database, queue)

	key := []byte(os.Args[2])
	http.HandleFunc("POST /v1/messages", func(response http.ResponseWriter, request *http.Request) {
		if subtle.ConstantTimeCompare([]byte(request.Header.Get("x-api-key")), key) != 1 {
			http.Error(response, "not this key", http.StatusUnauthorized)
			return
		}
		var given message
		body := http.MaxBytesReader(response, request.Body, 1<<20)
		if err := json.NewDecoder(body).Decode(&given); err != nil || given.To == "" || given.Type == "" {
			http.Error(response, "not a message", http.StatusUnprocessableEntity)
			return
		}
		given.ID, given.Status, given.CreatedAt = rand.Text(), "queued", time.Now()
		one := waiting{message: given, committed: make(chan error, 1)}
		queue <- one
		if err := <-one.committed; err != nil {
			http.Error(response, err.Error(), http.StatusServiceUnavailable)
			return
		}
		response.Header().Set("content-type", "application/json")
		response.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(response).Encode(given)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Printf("listening at http://%s\n", listener.Addr())
	check(http.Serve(listener, nil))
}

// commitAll writes what waits, and then what came meanwhile.
func commitAll(ctx context.Context, database *pgx.Conn, queue <-chan waiting) {
	for first := range queue {
		batch := []waiting{first}
		for len(batch) < mostRows && len(queue) > 0 {
			batch = append(batch, <-queue)
		}
		err := insert(ctx, database, batch)
		for _, one := range batch {
			one.committed <- err
		}
	}
}

func insert(ctx context.Context, database *pgx.Conn, batch []waiting) error {
	count := len(batch)
	ids, channels, recipients := make([]string, count), make([]string, count), make([]string, count)
	types, contents, moments := make([]string, count), make([]string, count), make([]time.Time, count)
	for n, one := range batch {
		ids[n], channels[n], recipients[n] = one.message.ID, one.message.Channel, one.message.To
		types[n], contents[n], moments[n] = one.message.Type, string(one.message.Content), one.message.CreatedAt
	}
	_, err := database.Exec(ctx, `insert into rows_by_hand (id, channel_id, recipient, type, content, created_at, status)
		select *, 'queued' from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])`,
		ids, channels, recipients, types, contents, moments)
	return err
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
