// What paired numbers cost without Waypost: whatsmeow as it is, behind as little HTTP as `./scripts/bench sessions`
// needs. A message is sent while its request waits, nothing is stored but WhatsApp's keys, and a webhook is tried once.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"go.mau.fi/whatsmeow"
	"go.mau.fi/whatsmeow/proto/waE2E"
	"go.mau.fi/whatsmeow/store/sqlstore"
	"go.mau.fi/whatsmeow/types"
	"go.mau.fi/whatsmeow/types/events"
	waLog "go.mau.fi/whatsmeow/util/log"
	"google.golang.org/protobuf/proto"
)

const longestWait = 20 * time.Second

// A paired number, and the code that it shows before.
type channel struct {
	client *whatsmeow.Client
	codes  chan string
}

type peer struct {
	key       string
	transport http.RoundTripper
	sandbox   *url.URL
	container *sqlstore.Container
	webhooks  webhooks
	lock      sync.Mutex
	channels  map[string]*channel
}

// main takes the sandbox's address, its root key in hex, its certificate's file, the file to keep logins in, and the
// key that requests have to show.
func main() {
	sandbox, err := url.Parse(os.Args[1])
	check(err)
	rootKey, err := hex.DecodeString(os.Args[2])
	check(err)
	copy(whatsmeow.WACertPubKey[:], rootKey)
	certificate, err := os.ReadFile(os.Args[3])
	check(err)
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(certificate)
	container, err := sqlstore.New(context.Background(), "sqlite3",
		"file:"+os.Args[4]+"?_foreign_keys=on&_journal_mode=WAL&_busy_timeout=10000", waLog.Noop)
	check(err)
	serving := &peer{
		key:       os.Args[5],
		transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}},
		sandbox:   sandbox,
		container: container,
		channels:  map[string]*channel{},
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Printf("listening at http://%s\n", listener.Addr())
	check(http.Serve(listener, serving.routes()))
}

func (serving *peer) routes() http.Handler {
	routes := http.NewServeMux()
	routes.HandleFunc("POST /v1/channels", serving.create)
	routes.HandleFunc("POST /v1/channels/{id}/connect", serving.connect)
	routes.HandleFunc("GET /v1/channels/{id}/qr", serving.code)
	routes.HandleFunc("GET /v1/channels/{id}", serving.show)
	routes.HandleFunc("POST /v1/messages", serving.send)
	routes.HandleFunc("POST /v1/settings/developer/webhooks/endpoints", serving.webhooks.set)
	routes.HandleFunc("DELETE /v1/settings/developer/webhooks/endpoints/{id}", serving.webhooks.remove)
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if request.Header.Get("x-api-key") != serving.key {
			http.Error(response, "not this key", http.StatusUnauthorized)
			return
		}
		routes.ServeHTTP(response, request)
	})
}

func (serving *peer) create(response http.ResponseWriter, _ *http.Request) {
	client := whatsmeow.NewClient(serving.container.NewDevice(), waLog.Noop)
	through := &http.Client{Transport: serving}
	client.SetWebsocketHTTPClient(through)
	client.SetPreLoginHTTPClient(through)
	client.SetMediaHTTPClient(through)
	client.AddEventHandler(func(event any) {
		if message, isMessage := event.(*events.Message); isMessage {
			serving.webhooks.tell(message)
		}
	})
	serving.lock.Lock()
	defer serving.lock.Unlock()
	id := fmt.Sprintf("number_%d", len(serving.channels)+1)
	serving.channels[id] = &channel{client: client, codes: make(chan string, 16)}
	answer(response, http.StatusCreated, map[string]any{"id": id})
}

func (serving *peer) connect(response http.ResponseWriter, request *http.Request) {
	one, err := serving.find(request.PathValue("id"))
	if err != nil {
		http.Error(response, err.Error(), http.StatusNotFound)
		return
	}
	items, err := one.client.GetQRChannel(context.Background())
	if err == nil {
		err = one.client.Connect()
	}
	if err != nil {
		http.Error(response, err.Error(), http.StatusConflict)
		return
	}
	go func() {
		for item := range items {
			if item.Event == whatsmeow.QRChannelEventCode {
				one.codes <- item.Code
			}
		}
	}()
	answer(response, http.StatusOK, map[string]any{})
}

func (serving *peer) code(response http.ResponseWriter, request *http.Request) {
	one, err := serving.find(request.PathValue("id"))
	if err != nil {
		http.Error(response, err.Error(), http.StatusNotFound)
		return
	}
	select {
	case code := <-one.codes:
		answer(response, http.StatusOK, map[string]any{"qr": code})
	case <-time.After(longestWait):
		answer(response, http.StatusOK, map[string]any{"qr": nil})
	}
}

func (serving *peer) show(response http.ResponseWriter, request *http.Request) {
	one, err := serving.find(request.PathValue("id"))
	if err != nil {
		http.Error(response, err.Error(), http.StatusNotFound)
		return
	}
	status := "connecting"
	if one.client.IsLoggedIn() {
		status = "connected"
	}
	answer(response, http.StatusOK, map[string]any{"status": status, "status_reason": nil})
}

func (serving *peer) send(response http.ResponseWriter, request *http.Request) {
	var given struct {
		Channel string `json:"channel_id"`
		To      string `json:"to"`
		Content struct {
			Body string `json:"body"`
		} `json:"content"`
	}
	if err := json.NewDecoder(request.Body).Decode(&given); err != nil {
		http.Error(response, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	one, err := serving.find(given.Channel)
	if err != nil {
		http.Error(response, err.Error(), http.StatusNotFound)
		return
	}
	to := types.NewJID(given.To, types.DefaultUserServer)
	sent, err := one.client.SendMessage(request.Context(), to, &waE2E.Message{Conversation: proto.String(given.Content.Body)})
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadGateway)
		return
	}
	answer(response, http.StatusCreated, map[string]any{"id": sent.ID, "status": "sent"})
}

func (serving *peer) find(id string) (*channel, error) {
	serving.lock.Lock()
	defer serving.lock.Unlock()
	if one, isKnown := serving.channels[id]; isKnown {
		return one, nil
	}
	return nil, errors.New("there is no channel " + id)
}

// RoundTrip leads requests to WhatsApp's own address to the sandbox.
func (serving *peer) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Host == "web.whatsapp.com" {
		request = request.Clone(request.Context())
		request.URL.Scheme = strings.Replace(serving.sandbox.Scheme, "ws", "http", 1)
		request.URL.Host, request.Host = serving.sandbox.Host, serving.sandbox.Host
	}
	return serving.transport.RoundTrip(request)
}

func answer(response http.ResponseWriter, status int, body any) {
	response.Header().Set("content-type", "application/json")
	response.WriteHeader(status)
	_ = json.NewEncoder(response).Encode(body)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
